// Reads an MCAP file with the library of its makers, checks every checksum, and prints its contents as JSON:
//   node read_mcap.mjs FILE
// {statistics, metadata, messages: {topic: [{time, message}]}, schemas: {name: [name, number, type, repeated]…}}
import { readFileSync } from "node:fs";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";
import { decompress } from "fzstd";
import protobuf from "protobufjs";
import "protobufjs/ext/descriptor/index.js";

const bytes = readFileSync(process.argv[2]);
const decompressHandlers = { zstd: (data) => decompress(data) };

const stream = new McapStreamReader({ decompressHandlers, validateCrcs: true });
stream.append(bytes);
let streamed = 0;
for (let record; (record = stream.nextRecord()); ) streamed += record.type === "Message";
if (!stream.done()) throw new Error("the file has no end");

const readable = {
  size: async () => BigInt(bytes.length),
  read: async (offset, size) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))),
};
const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
const types = new Map();
const schemas = {};
for (const schema of reader.schemasById.values()) {
  if (schema.encoding !== "protobuf") throw new Error(`encoding ${schema.encoding}`);
  const root = protobuf.Root.fromDescriptor(schema.data).resolveAll();
  types.set(schema.id, root.lookupType(schema.name));
  const visit = (space) => {
    if (space instanceof protobuf.Type)
      schemas[space.fullName.slice(1)] = space.fieldsArray.map((field) => [
        field.name,
        field.id,
        field.resolvedType ? field.resolvedType.fullName.slice(1) : field.type,
        field.repeated,
      ]);
    if (space instanceof protobuf.Enum) schemas[space.fullName.slice(1)] = space.values;
    for (const inner of space.nestedArray ?? []) visit(inner);
  };
  visit(root);
}
const messages = {};
let indexed = 0;
for await (const { channelId, logTime, data } of reader.readMessages()) {
  const channel = reader.channelsById.get(channelId);
  const type = types.get(channel.schemaId);
  const message = type.toObject(type.decode(data), { defaults: true, longs: Number, enums: String });
  (messages[channel.topic] ??= []).push({ time: Number(logTime) * 1e-9, message });
  ++indexed;
}
if (indexed !== streamed) throw new Error(`${indexed} messages in the index, ${streamed} in the file`);
const metadata = [];
for await (const entry of reader.readMetadata())
  metadata.push({ name: entry.name, ...Object.fromEntries(entry.metadata) });
const counts = reader.statistics.messageCount;
// NaN is no number of JSON.
const plain = (_, x) => (typeof x === "number" && !Number.isFinite(x) ? String(x) : x);
console.log(JSON.stringify({ count: Number(counts), metadata, messages, schemas }, plain));
