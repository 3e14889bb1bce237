//! Reading the JSON of a report so that it has one meaning: a key that is given twice means something else to
//! every reader.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// The JSON of a report; a key that an object has twice is an error.
///
/// ```
/// use stiction_verify::read_report;
/// assert!(read_report(r#"{ "verdict": "no" }"#).is_ok());
/// assert!(read_report(r#"{ "verdict": "no", "verdict": "yes" }"#).unwrap_err().contains("twice"));
/// ```
pub fn read_report(text: &str) -> Result<Value, String> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Strict.deserialize(&mut reader).map_err(|error| error.to_string())?;
    reader.end().map_err(|error| error.to_string())?;
    Ok(value)
}

struct Strict;

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element_seed(Self)? {
            entries.push(entry);
        }
        Ok(Value::Array(entries))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Value, A::Error> {
        let mut entries = Map::new();
        while let Some(key) = table.next_key::<String>()? {
            let value = table.next_value_seed(Self)?;
            if entries.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {key:?} is given twice")));
            }
            entries.insert(key, value);
        }
        Ok(Value::Object(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_given_twice_is_an_error_at_any_depth_and_nothing_else_is() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"b":{"a":1,"c":[],"a":null}}]"#, r#"{"\u0061":1,"a":2}"#] {
            assert!(read_report(text).is_err_and(|why| why.contains("twice")), "{text}");
        }
        for text in [r#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#, "[1.5,-3,1e300,true,null,\"x\"]"] {
            assert_eq!(read_report(text), Ok(serde_json::from_str(text).unwrap()), "{text}");
        }
        for text in ["{} {}", "{\"a\":1", "1e400"] {
            assert!(read_report(text).is_err(), "{text}");
        }
    }
}
