//! Family files.

use crate::family::Family;
use crate::read::document::{is_foreign, version};
use crate::read::step::{detectors, recoverers};
use crate::read::{Fields, Reader};
use crate::refusal::Refusals;
use crate::yaml::{self, Node};

impl Family {
    /// Reads the text of a family file.
    pub fn parse(file: &str, text: &str) -> Result<Family, Refusals> {
        let mut refusals = Vec::new();
        let root = yaml::read(file, text, &mut refusals);
        let mut reader = Reader::new(file);
        let family = root.and_then(|root| match is_foreign(&mut reader, &root, "baton_family") {
            true => None,
            false => family(&mut reader, &root),
        });
        let (found, mentions) = reader.into_parts();
        refusals.extend(found);
        Refusals::of(refusals)?;
        family.map(|family| Family { mentions, ..family }).ok_or_else(|| Refusals::unread(file))
    }
}

fn family(reader: &mut Reader<'_>, root: &Node<'_>) -> Option<Family> {
    let mut fields = Fields::of(reader, root)?;
    let baton_family = version(reader, &mut fields, "baton_family");
    let name = fields.must(reader, "name", "say what the family is called").and_then(|node| reader.text(node));
    let detectors = fields.read(reader, "detectors", detectors).unwrap_or_default();
    let recoverers = fields.read(reader, "recoverers", recoverers).unwrap_or_default();
    fields.finish(reader);
    Some(Family {
        baton_family: baton_family?,
        name: name?,
        detectors,
        recoverers,
        place: root.place,
        mentions: Default::default(),
    })
}
