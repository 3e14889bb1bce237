//! `cargo xtask licences` and `cargo xtask sbom`: what the command is made of, and under which licences.
//!
//! Cargo tells both; it fetches the packages of other platforms, of which it must read the licences. The bill of
//! materials is a document of CycloneDX 1.5, with the checksums of `Cargo.lock`.

use crate::steps::{cargo, root, say};
use std::collections::{BTreeMap, BTreeSet};

/// Licences that ask for no more than to be named: what carries one of them may be shipped under our own.
const ALLOWED: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// A package that something of ours is built of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    licence: String,
    /// Whether it comes from this repository.
    ours: bool,
}

/// Checks the licences of everything that is built, tests included.
pub(crate) fn check() -> Result<(), String> {
    let packages = packages(&["--workspace", "--edges", "normal,build,dev"])?;
    let foreign: Vec<&Package> = packages.iter().filter(|package| !package.ours).collect();
    let refused: Vec<String> = foreign
        .iter()
        .filter(|package| !is_allowed(&package.licence))
        .map(|package| format!("{} {}: `{}`", package.name, package.version, package.licence))
        .collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for package in &foreign {
        *counts.entry(&package.licence).or_default() += 1;
    }
    counts.iter().for_each(|(licence, count)| say(&format!("{count:4}  {licence}")));
    if !refused.is_empty() {
        return Err(format!("licences that are not on the list:\n  {}", refused.join("\n  ")));
    }
    say(&format!("{} packages, all under licences of the list", foreign.len()));
    Ok(())
}

/// Prints the bill of materials of the command.
pub(crate) fn sbom() -> Result<(), String> {
    let packages = packages(&["--package", "stiction-cli", "--edges", "normal,build"])?;
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).map_err(|fault| fault.to_string())?;
    say(&bill(&packages, &checksums(&lock)));
    Ok(())
}

/// What Cargo says that is needed, for every platform.
fn packages(chosen: &[&str]) -> Result<BTreeSet<Package>, String> {
    let mut words = vec!["tree", "--locked", "--target", "all", "--prefix", "none", "--format", "{p}|{l}"];
    words.extend(chosen);
    let told = cargo(&words).output().map_err(|fault| format!("cargo tree did not start: {fault}"))?;
    if !told.status.success() {
        return Err(String::from_utf8_lossy(&told.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&told.stdout).lines().filter_map(package).collect())
}

/// A line `name v1.2.3 (from)|licence (*)`.
fn package(line: &str) -> Option<Package> {
    let (described, licence) = line.split_once('|')?;
    let mut words = described.split_whitespace();
    let (name, version) = (words.next()?.to_owned(), words.next()?.trim_start_matches('v').to_owned());
    let ours = words.any(|word| word.starts_with('(') && word.contains(['/', '\\']));
    Some(Package { name, version, licence: licence.trim_end_matches("(*)").trim().to_owned(), ours })
}

/// Whether an expression of licences can be met by allowed ones: of alternatives one, of joint ones all.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    alternatives(&mut rest) && rest.is_empty()
}

fn alternatives(words: &mut &[&str]) -> bool {
    let mut allowed = together(words);
    while let ["OR", rest @ ..] = words {
        *words = rest;
        allowed |= together(words);
    }
    allowed
}

fn together(words: &mut &[&str]) -> bool {
    let mut allowed = single(words);
    while let ["AND", rest @ ..] = words {
        *words = rest;
        allowed &= single(words);
    }
    allowed
}

fn single(words: &mut &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let allowed = alternatives(words);
            let [")", rest @ ..] = words else { return false };
            *words = rest;
            allowed
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            ALLOWED.contains(&&*format!("{name} WITH {exception}"))
        }
        [name, rest @ ..] => {
            *words = rest;
            ALLOWED.contains(name)
        }
        [] => false,
    }
}

/// The checksums of `Cargo.lock`, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))?;
        Some(line.trim_matches('"').to_owned())
    };
    let entry =
        |block: &str| Some(((value(block, "name")?, value(block, "version")?), value(block, "checksum")?));
    lock.split("[[package]]").filter_map(entry).collect()
}

/// The document.
fn bill(packages: &BTreeSet<Package>, checksums: &BTreeMap<(String, String), String>) -> String {
    let component = |package: &Package| {
        let Package { name, version, licence, .. } = package;
        let hash = checksums.get(&(name.clone(), version.clone())).map_or(String::new(), |hash| {
            format!(", \"hashes\": [{{ \"alg\": \"SHA-256\", \"content\": \"{hash}\" }}]")
        });
        format!(
            "    {{ \"type\": \"library\", \"name\": \"{name}\", \"version\": \"{version}\", \
             \"purl\": \"pkg:cargo/{name}@{version}\", \
             \"licenses\": [{{ \"expression\": \"{licence}\" }}]{hash} }}",
            licence = licence.replace('/', " OR "),
        )
    };
    let components: Vec<String> = packages.iter().map(component).collect();
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.5\",\n  \"version\": 1,\n  \"metadata\": {{ \
         \"component\": {{ \"type\": \"application\", \"name\": \"stiction\", \"version\": \"{version}\" }} }},\n  \
         \"components\": [\n{}\n  ]\n}}",
        components.join(",\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_alternative_is_enough_and_joint_licences_are_all_needed() {
        for allowed in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT MIT", "MIT WITH nothing", "AND MIT"] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }

    #[test]
    fn a_line_of_cargo_is_read() {
        let foreign = package("serde_derive v1.0.229 (proc-macro)|MIT OR Apache-2.0 (*)").unwrap();
        assert_eq!(
            (foreign.name.as_str(), foreign.version.as_str(), foreign.ours),
            ("serde_derive", "1.0.229", false)
        );
        assert_eq!(foreign.licence, "MIT OR Apache-2.0");
        assert!(package("stiction v0.2.0 (/a/b)|MIT").unwrap().ours);
        assert_eq!(package(""), None);
    }

    #[test]
    fn the_bill_of_materials_has_the_checksums_of_the_lock_file() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"ff\"\n\n[[package]]\nname = \"b\"\nversion = \"2.0.0\"\n";
        let packages = ["a v1.0.0|MIT/Zlib", "b v2.0.0 (/x/b)|MIT"].into_iter().filter_map(package).collect();
        let bill = bill(&packages, &checksums(lock));
        assert!(bill.contains("\"content\": \"ff\"") && bill.contains("MIT OR Zlib"), "{bill}");
        assert_eq!(bill.matches("purl").count(), 2);
        assert_eq!(bill.matches('{').count(), bill.matches('}').count());
    }
}
