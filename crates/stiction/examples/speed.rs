//! Scratch.
use stiction::ask::closure::many::quick_closure;
use stiction_proof::quick::*;
fn main() {
    for n in [2usize, 3, 4] {
        let mut s: u64 = 12345;
        let mut r = || {
            s = s.wrapping_add(0x9E3779B97F4A7C15);
            let mut z = s;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D049BB133111EB);
            z ^= z >> 31;
            (z >> 11) as f64 / (1u64 << 53) as f64
        };
        let g: Vec<QuickContact> = (0..n * 20000)
            .map(|_| {
                let a = r() * 6.283;
                let rad = 0.7 + 0.6 * r();
                let t = a + 0.6 * (r() - 0.5);
                QuickContact {
                    point: [rad * a.cos(), rad * a.sin()],
                    normal: [-t.cos(), -t.sin()],
                    friction: 0.2 + 0.8 * r(),
                }
            })
            .collect();
        let (mut y, mut no, mut d) = (0, 0, 0);
        for _ in 0..3 {
            y = 0;
            no = 0;
            d = 0;
            let t = std::time::Instant::now();
            for c in g.chunks(n) {
                match quick_closure(c) {
                    Some(QuickProof::Closed(_)) => y += 1,
                    Some(_) => no += 1,
                    None => d += 1,
                }
            }
            let e = t.elapsed();
            println!("{n}: {:.2} M/s yes {y} no {no} doubt {d}", 20000.0 / e.as_secs_f64() / 1e6);
        }
    }
}
