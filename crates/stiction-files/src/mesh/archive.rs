//! The files of a ZIP archive, as far as 3MF needs it: stored and deflated entries, no encryption, no parts beyond 4
//! GiB.
//!
//! The list at the end of the archive says what is in it.  An entry is unpacked up to a limit of all of them
//! together, so that a small file cannot fill the machine.

/// The entries with a wanted name, unpacked.
pub(super) fn entries(
    bytes: &[u8],
    limit: u64,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<Vec<(String, Vec<u8>)>, String> {
    let cut = || "the archive is cut short or is none".to_owned();
    let short = |at: usize| -> Option<usize> {
        Some(usize::from(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?)))
    };
    let long = |at: usize| -> Option<usize> {
        usize::try_from(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?)).ok()
    };
    // The end is followed by a comment of at most 65535 bytes.
    let from = bytes.len().saturating_sub(22 + 65535);
    let end = (from..bytes.len().saturating_sub(21))
        .rev()
        .find(|&at| bytes[at..].starts_with(b"PK\x05\x06"))
        .ok_or_else(cut)?;
    let (count, mut at) = (short(end + 10).ok_or_else(cut)?, long(end + 16).ok_or_else(cut)?);
    let mut left = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut found = Vec::new();
    for _ in 0..count {
        let header = bytes.get(at..).filter(|rest| rest.starts_with(b"PK\x01\x02")).ok_or_else(cut)?;
        let field = |offset: usize| short(at + offset).ok_or_else(cut);
        let (method, flags) = (field(10)?, field(8)?);
        let (packed, local) = (long(at + 20).ok_or_else(cut)?, long(at + 42).ok_or_else(cut)?);
        let (name, extra, comment) = (field(28)?, field(30)?, field(32)?);
        let title = String::from_utf8_lossy(header.get(46..46 + name).ok_or_else(cut)?).into_owned();
        at += 46 + name + extra + comment;
        if !wanted(&title) {
            continue;
        }
        if flags & 1 == 1 {
            return Err("the archive is encrypted".into());
        }
        let start = local
            + 30
            + short(local.saturating_add(26)).ok_or_else(cut)?
            + short(local.saturating_add(28)).ok_or_else(cut)?;
        let data = bytes.get(start..start.saturating_add(packed)).ok_or_else(cut)?;
        let content = match method {
            0 => data.to_vec(),
            8 => miniz_oxide::inflate::decompress_to_vec_with_limit(data, left).map_err(|_| {
                "an entry of the archive cannot be unpacked, or is larger than the limit".to_owned()
            })?,
            other => {
                return Err(format!(
                    "an entry of the archive is packed by method {other}, which is not read"
                ));
            }
        };
        left = left.checked_sub(content.len()).ok_or("the archive is larger than the limit")?;
        found.push((title, content));
    }
    Ok(found)
}

/// An archive of one file that is not packed; its checksum is left out, which nothing here reads.
#[cfg(test)]
pub(super) fn stored(name: &str, content: &[u8]) -> Vec<u8> {
    let (length, name_length) = ((content.len() as u32).to_le_bytes(), (name.len() as u16).to_le_bytes());
    let sizes = |bytes: &mut Vec<u8>| {
        bytes.extend([0; 4]);
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
