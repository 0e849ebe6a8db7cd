//! Closed shadow roots: page scripts cannot reach them, the protocol can. Found once for each host, and handed to the page's script.

use std::collections::HashSet;

use baton_perception::FrameKey;
use chromiumoxide_cdp::cdp::browser_protocol::dom::{BackendNodeId, DescribeNodeParams, ResolveNodeParams};
use chromiumoxide_cdp::cdp::js_protocol::runtime::{
    CallArgument, CallFunctionOnParams, ExecutionContextId, RemoteObjectId,
};
use serde::Deserialize;

use crate::error::DeviceError;

use super::core::Core;
use super::state::FrameState;

#[derive(Deserialize)]
struct Described {
    node: Host,
}

#[derive(Deserialize)]
struct Host {
    #[serde(rename = "shadowRoots", default)]
    roots: Vec<Root>,
}

#[derive(Deserialize)]
struct Root {
    #[serde(rename = "backendNodeId")]
    backend: i64,
    #[serde(rename = "shadowRootType", default)]
    kind: String,
}

#[derive(Deserialize)]
struct Resolved {
    object: Object,
}

#[derive(Deserialize)]
struct Object {
    #[serde(rename = "objectId")]
    id: String,
}

/// Opens the closed roots of hosts that were not looked at before. True when one was handed over, so that the frame is to be read again.
pub(super) async fn adopt(
    core: &Core,
    looked: &mut HashSet<(FrameKey, u32)>,
    suspects: Vec<(FrameState, FrameKey, u32)>,
) -> Result<bool, DeviceError> {
    let mut adopted = false;
    for (frame, key, nid) in suspects {
        if !looked.insert((key, nid)) {
            continue;
        }
        match open(core, &frame, nid).await {
            Ok(opened) => adopted |= opened,
            // The host left the page meanwhile; there is nothing to open.
            Err(DeviceError::Gone | DeviceError::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(adopted)
}

async fn open(core: &Core, frame: &FrameState, nid: u32) -> Result<bool, DeviceError> {
    let (Some(world), Some(host)) = (&frame.world, core.object(frame, &format!("__baton.node({nid})")).await?) else {
        return Ok(false);
    };
    let mut describe = DescribeNodeParams::default();
    describe.object_id = Some(RemoteObjectId::from(host.clone()));
    describe.depth = Some(1);
    describe.pierce = Some(true);
    let described: Described = core.call(&frame.session, &describe).await?;
    let Some(root) = described.node.roots.into_iter().find(|root| root.kind == "closed") else { return Ok(false) };
    let mut resolve = ResolveNodeParams::default();
    resolve.backend_node_id = Some(BackendNodeId::new(root.backend));
    resolve.execution_context_id = Some(ExecutionContextId::new(world.context));
    let resolved: Resolved = core.call(&frame.session, &resolve).await?;
    let function = "function(root) { return __baton.adoptRoot(this, root) }";
    let mut call = CallFunctionOnParams::new(function);
    call.object_id = Some(RemoteObjectId::from(host));
    let mut argument = CallArgument::default();
    argument.object_id = Some(RemoteObjectId::from(resolved.object.id));
    call.arguments = Some(vec![argument]);
    let _: serde::de::IgnoredAny = core.call(&frame.session, &call).await?;
    Ok(true)
}
