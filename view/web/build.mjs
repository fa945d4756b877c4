// Bundles src/ into dist/viewer.js and dist/viewer.css, which the C++ build embeds.
import { readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const outdir = process.argv[2] ?? "dist";
const licences = [];
for (const name of ["three", "uplot"]) {
  const text = await readFile(`node_modules/${name}/LICENSE`, "utf8");
  const { version } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8"));
  licences.push(`${name} ${version}\n\n${text.trim()}`);
}
await writeFile(`${outdir}/LICENSES.txt`, licences.join("\n\n\n") + "\n");

await build({
  entryPoints: { viewer: "src/main.ts" },
  outdir,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome103", "firefox113", "safari16.4"],
  charset: "ascii",
  legalComments: "none",
  banner: { js: `/*\n${licences.join("\n\n\n")}\n*/` },
});
