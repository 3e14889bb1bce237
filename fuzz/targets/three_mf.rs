//! A mesh in 3MF: read or refused, never a panic, and no corner that does not exist.
//!
//! Few changes of an archive leave its checksums right, so the input is also taken as the model inside one.
#![no_main]
use libfuzzer_sys::fuzz_target;
use stiction_files::{MeshFormat, MeshLimits, read_mesh};

fuzz_target!(|bytes: &[u8]| {
    for archive in [bytes.to_vec(), archive_of(bytes)] {
        if let Ok(mesh) = read_mesh(&archive, MeshFormat::ThreeMf, &MeshLimits::default()) {
            assert!(mesh.triangles.iter().flatten().all(|&corner| (corner as usize) < mesh.vertices.len()));
        }
    }
});

/// An archive with one model that is not packed.
fn archive_of(model: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"3D/3dmodel.model";
    let length = (model.len() as u32).to_le_bytes();
    let name = (NAME.len() as u16).to_le_bytes();
    let described = [&checksum(model).to_le_bytes()[..], &length, &length, &name, &[0; 2]].concat();
    let mut bytes = [b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0", &described[..], NAME, model].concat();
    let list = bytes.len() as u32;
    bytes.extend([b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0", &described[..], &[0; 14], NAME].concat());
    let size = bytes.len() as u32 - list;
    bytes.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    bytes.extend(size.to_le_bytes());
    bytes.extend(list.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
}
