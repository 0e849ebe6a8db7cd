//! Results as they are, set for reading.

use serde_json::Value;

/// One run as its object, several as an array, with a line end.
pub fn json(results: &[Value]) -> String {
    match results {
        [one] => format!("{one:#}\n"),
        many => format!("{:#}\n", Value::Array(many.to_vec())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json as object;

    #[test]
    fn results_come_out_as_they_went_in() {
        let run = object!({"kind": "success", "outputs": {"savings_balance": "1411.21"}, "ms": 812});
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        assert_eq!(read(&json(std::slice::from_ref(&run))), run, "one run is its own object");
        assert_eq!(read(&json(&[run.clone(), run.clone()])), object!([run, run]), "several are an array");
        assert_eq!(read(&json(&[])), object!([]), "none is an empty array, not nothing");
        let keys: Vec<_> = read(&json(std::slice::from_ref(&run))).as_object().unwrap().keys().cloned().collect();
        assert_eq!(keys, ["kind", "outputs", "ms"], "in the order they were stored");
    }
}
