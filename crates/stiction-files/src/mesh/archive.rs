//! The files of a ZIP archive, as far as 3MF needs it: stored and deflated entries, no encryption.
//!
//! The list at the end of the archive says what is in it; lengths that do not fit stand in an extra field (ZIP64).  An
//! entry is unpacked up to a limit of all of them together, so that a small file cannot fill the machine, and its
//! checksum must be the one that the list says.

/// Why an archive cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unread {
    /// It is no archive that is read.
    Bad(String),
    /// Unpacked it is larger than allowed.
    TooLarge,
}

fn cut() -> Unread {
    Unread::Bad("the archive is cut short or is none".to_owned())
}

/// Numbers of an archive, least byte first.
#[derive(Clone, Copy)]
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn number<const N: usize>(self, at: usize) -> Result<usize, Unread> {
        let bytes = at.checked_add(N).and_then(|end| self.0.get(at..end)).ok_or_else(cut)?;
        let whole = bytes.iter().rev().fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
        usize::try_from(whole).map_err(|_| cut())
    }
}

/// An entry of the list.
struct Entry {
    name: String,
    flags: usize,
    method: usize,
    checksum: usize,
    packed: usize,
    local: usize,
    /// Where the next one begins.
    next: usize,
}

impl Entry {
    fn read(bytes: &[u8], at: usize) -> Result<Self, Unread> {
        let header = bytes.get(at..).filter(|rest| rest.starts_with(b"PK\x01\x02")).ok_or_else(cut)?;
        let list = Bytes(header);
        let (name, extra, comment) = (list.number::<2>(28)?, list.number::<2>(30)?, list.number::<2>(32)?);
        let title = String::from_utf8_lossy(header.get(46..46 + name).ok_or_else(cut)?).into_owned();
        let mut entry = Self {
            name: title,
            flags: list.number::<2>(8)?,
            method: list.number::<2>(10)?,
            checksum: list.number::<4>(16)?,
            packed: list.number::<4>(20)?,
            local: list.number::<4>(42)?,
            next: at + 46 + name + extra + comment,
        };
        let unpacked = list.number::<4>(24)?;
        let further = header.get(46 + name..46 + name + extra).ok_or_else(cut)?;
        entry.widen(unpacked, further)?;
        Ok(entry)
    }

    /// Takes what does not fit from the extra field 1: the unpacked length, the packed one, the place, in this order.
    fn widen(&mut self, unpacked: usize, extra: &[u8]) -> Result<(), Unread> {
        const BEYOND: usize = 0xffff_ffff;
        let mut at = 0;
        while at + 4 <= extra.len() {
            let (id, length) = (Bytes(extra).number::<2>(at)?, Bytes(extra).number::<2>(at + 2)?);
            if id == 1 {
                let field = Bytes(extra.get(at + 4..at + 4 + length).ok_or_else(cut)?);
                let mut from = if unpacked == BEYOND { 8 } else { 0 };
                for value in [&mut self.packed, &mut self.local] {
                    if *value == BEYOND {
                        *value = field.number::<8>(from)?;
                        from += 8;
                    }
                }
            }
            at += 4 + length;
        }
        Ok(())
    }
}

/// The entries with a wanted name, unpacked.
pub(super) fn entries(
    bytes: &[u8],
    limit: u64,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<Vec<(String, Vec<u8>)>, Unread> {
    // The end is followed by a comment of at most 65535 bytes.
    let from = bytes.len().saturating_sub(22 + 65535);
    let end = (from..bytes.len().saturating_sub(21))
        .rev()
        .find(|&at| bytes[at..].starts_with(b"PK\x05\x06"))
        .ok_or_else(cut)?;
    let (count, mut at) = (Bytes(bytes).number::<2>(end + 10)?, Bytes(bytes).number::<4>(end + 16)?);
    let mut left = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut found = Vec::new();
    for _ in 0..count {
        let entry = Entry::read(bytes, at)?;
        at = entry.next;
        if !wanted(&entry.name) {
            continue;
        }
        let content = unpacked(bytes, &entry, left)?;
        left = left.checked_sub(content.len()).ok_or(Unread::TooLarge)?;
        if checksum(&content) as usize != entry.checksum {
            let name = crate::findings::shortened(&entry.name);
            return Err(Unread::Bad(format!(
                "the checksum of \"{name}\" in the archive is wrong: it is damaged"
            )));
        }
        found.push((entry.name, content));
    }
    Ok(found)
}

/// An entry, at most so long.
fn unpacked(bytes: &[u8], entry: &Entry, most: usize) -> Result<Vec<u8>, Unread> {
    use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
    if entry.flags & 1 == 1 {
        return Err(Unread::Bad("the archive is encrypted".into()));
    }
    let local = |offset: usize| Bytes(bytes).number::<2>(entry.local.checked_add(offset).ok_or_else(cut)?);
    let start = entry.local.checked_add(30 + local(26)? + local(28)?).ok_or_else(cut)?;
    let end = start.checked_add(entry.packed).ok_or_else(cut)?;
    let data = bytes.get(start..end).ok_or_else(cut)?;
    match entry.method {
        0 if data.len() > most => Err(Unread::TooLarge),
        0 => Ok(data.to_vec()),
        8 => decompress_to_vec_with_limit(data, most).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => Unread::TooLarge,
            _ => Unread::Bad("an entry of the archive cannot be unpacked: it is damaged".to_owned()),
        }),
        other => Err(Unread::Bad(format!(
            "an entry of the archive is packed by method {other}, which is not read"
        ))),
    }
}

/// CRC-32 of ISO 3309, as ZIP has it.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let (mut value, mut bit) = (index as u32, 0);
            while bit < 8 {
                value = if value & 1 == 1 { value >> 1 ^ 0xedb8_8320 } else { value >> 1 };
                bit += 1;
            }
            table[index] = value;
            index += 1;
        }
        table
    };
    !bytes.iter().fold(!0u32, |sum, byte| sum >> 8 ^ TABLE[usize::from(sum as u8 ^ byte)])
}

/// An archive of one file that is not packed.
#[cfg(test)]
pub(super) fn stored(name: &str, content: &[u8]) -> Vec<u8> {
    let (length, name_length) = ((content.len() as u32).to_le_bytes(), (name.len() as u16).to_le_bytes());
    let sizes = |bytes: &mut Vec<u8>| {
        bytes.extend(checksum(content).to_le_bytes());
        bytes.extend(length);
        bytes.extend(length);
        bytes.extend(name_length);
        bytes.extend([0; 2]);
    };
    let mut bytes = b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0".to_vec();
    sizes(&mut bytes);
    bytes.extend(name.bytes());
    bytes.extend(content);
    let start = bytes.len() as u32;
    bytes.extend(b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0");
    sizes(&mut bytes);
    bytes.extend([0; 14]);
    bytes.extend(name.bytes());
    let size = (bytes.len() as u32 - start).to_le_bytes();
    bytes.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    bytes.extend(size);
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], limit: u64) -> Result<Vec<(String, Vec<u8>)>, Unread> {
        entries(bytes, limit, &|_| true)
    }

    #[test]
    fn a_damaged_entry_and_one_beyond_the_limit_are_refused() {
        // The check value of the standard.
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        let whole = stored("a.model", b"content");
        assert_eq!(read(&whole, 7), Ok(vec![("a.model".to_owned(), b"content".to_vec())]));
        assert_eq!(read(&whole, 6), Err(Unread::TooLarge));
        let place = whole.windows(7).position(|window| window == b"content").unwrap();
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        assert!(matches!(read(&damaged, 7), Err(Unread::Bad(why)) if why.contains("checksum")));
        for length in 0..whole.len() {
            assert!(read(&whole[..length], 7).is_err());
        }
    }

    #[test]
    fn unpacking_counts_against_the_limit() {
        let packed = miniz_oxide::deflate::compress_to_vec(&[b'x'; 100_000], 6);
        let mut bytes = stored("a.model", &packed);
        // Packed by deflation, with the checksum of what is packed.
        let list = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        bytes[list + 10] = 8;
        bytes[list + 16..list + 20].copy_from_slice(&checksum(&[b'x'; 100_000]).to_le_bytes());
        assert_eq!(read(&bytes, 100_000).unwrap()[0].1.len(), 100_000);
        assert_eq!(read(&bytes, 99_999), Err(Unread::TooLarge));
    }

    #[test]
    fn lengths_may_stand_in_an_extra_field() {
        let mut bytes = stored("a", b"content");
        let list = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        let extra: Vec<u8> = [1u16.to_le_bytes(), 16u16.to_le_bytes()].concat();
        let extra = [extra, 7u64.to_le_bytes().to_vec(), 7u64.to_le_bytes().to_vec()].concat();
        bytes[list + 20..list + 28].fill(0xff);
        bytes[list + 30] = 20;
        bytes.splice(list + 47..list + 47, extra);
        assert_eq!(read(&bytes, 7), Ok(vec![("a".to_owned(), b"content".to_vec())]));
    }
}
