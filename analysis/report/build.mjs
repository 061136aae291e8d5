// Builds dist/page.html: the page with its scripts and styles in it, and marks where data go.
// With --test: also the tests (tests/report) and what they test, as plain modules in dist/test.
import { build } from "esbuild";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";

const shared = { bundle: true, charset: "utf8", logLevel: "warning" };

async function buildPage() {
  const script = await build({
    ...shared, entryPoints: ["src/main.ts"], format: "iife", target: "es2022", minify: true, write: false,
    legalComments: "inline",
  });
  const style = await build({ ...shared, entryPoints: ["src/style.css"], minify: true, write: false });
  const code = script.outputFiles[0].text.replaceAll("</script", "<\\/script");
  const page = (await readFile("src/page.html", "utf8"))
    .replace("/* style */", () => style.outputFiles[0].text)
    .replace("/* script */", () => code);
  await writeFile("dist/page.html", page);
}

async function buildTests() {
  const folder = "../../tests/report";
  const entryPoints = (await readdir(folder)).filter((one) => one.endsWith(".ts")).map((one) => `${folder}/${one}`);
  await build({ ...shared, entryPoints, format: "esm", platform: "node", target: "node18", outdir: "dist/test",
    outExtension: { ".js": ".mjs" } });
}

await mkdir("dist/test", { recursive: true });
await buildPage();
if (process.argv.includes("--test")) await buildTests();
