// Writes the types of all JSON that the pages get and send, as docs/openapi.json and docs/schema/ describe it.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const docs = new URL('../../../docs/', import.meta.url);
const described = new URL('openapi.json', docs);
const folder = new URL('generated/', import.meta.url);

/** Of each game what its board shows: `scene-pig` is docs/schema/scene-pig.json. */
const scenes = Object.fromEntries(
  readdirSync(new URL('schema/', docs))
    .filter((file) => /^scene-.*\.json$/.test(file))
    .map((file) => [file.replace('.json', ''), { $ref: `schema/${file}` }]),
);

/** Leaves out the parts of a schema that its properties refer to: they have types of their own. */
function without_parts(type) {
  if (!ts.isTypeLiteralNode(type)) return undefined;
  return ts.factory.createTypeLiteralNode(type.members.filter((member) => member.name?.text !== '$defs'));
}

const { components, ...document } = JSON.parse(readFileSync(described, 'utf8'));
const types = await openapiTS(
  { ...document, paths: {}, components: { schemas: { ...components.schemas, ...scenes } } },
  { cwd: described, emptyObjectsUnknown: true, postTransform: without_parts },
);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('schemas.d.ts', folder),
  `// Made by types.mjs.\n${astToString(types)}\nexport type Schemas = components['schemas'];\n`,
);
