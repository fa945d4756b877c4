// Prints Foxglove's own schemas in the Protobuf form as JSON: {name: [[name, number, type, repeated]…]}, and of
// enumerations {name: {value: number}}.
import { createRequire } from "node:module";
import protobuf from "protobufjs";

const require = createRequire(import.meta.url);
const { generateProto, foxgloveMessageSchemas, foxgloveEnumSchemas } = require("@foxglove/schemas/internal");

const schemas = {};
for (const [name, schema] of Object.entries(foxgloveMessageSchemas)) {
  const enums = Object.values(foxgloveEnumSchemas).filter((one) => one.parentSchemaName === name);
  const { root } = protobuf.parse(generateProto(schema, enums), { keepCase: true });
  const type = root.lookupType(`foxglove.${name}`);
  const inner = (field) => (type.nested?.[field.type] ? `foxglove.${name}.${field.type}` : field.type);
  schemas[`foxglove.${name}`] = type.fieldsArray.map((field) => [field.name, field.id, inner(field), field.repeated]);
  for (const nested of type.nestedArray) schemas[nested.fullName.slice(1)] = nested.values;
}
console.log(JSON.stringify(schemas));
