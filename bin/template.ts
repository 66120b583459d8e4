import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { App, CliCredentialsStackSynthesizer, type IStackSynthesizer } from 'aws-cdk-lib';
import { RollcallStack } from '../lib/cdk.ts';
import { stackNameOf } from '../lib/stack/service-stack.ts';
import { settingsFrom } from '../lib/stack/settings-from-context.ts';
import { buildAssets } from './assets.ts';
import { ASSETS_PREFIX, BUCKET, deployScript } from './deploy-script.ts';
import { entriesIn, zipOf } from './zip.ts';

/** `npm run template -- FOLDER [name=value …]`: the template, all that it needs, and one script that deploys it without CDK. */

const SCRIPT = 'deploy.sh';

/** The assets of a stack, as CDK writes them down. */
interface AssetsManifest {
  files: Record<
    string,
    {
      source: { path: string; packaging: 'file' | 'zip' };
      destinations: Record<string, { objectKey: string }>;
    }
  >;
}

async function writeTemplate(out: string, given: Readonly<Record<string, string>>): Promise<void> {
  if (existsSync(out) && !existsSync(join(out, SCRIPT)))
    throw new Error(`${out} holds no template: nothing was written, since its files would be removed.`);
  const work = mkdtempSync(join(tmpdir(), 'rollcall-template-'));
  try {
    const { nag: _nag, buildDir: _buildDir, ...settings } = settingsFrom(given, Date.now());
    const assets = join(work, 'assets');
    await buildAssets({ outdir: assets, publicPages: [settings.publicPages], maps: false });
    const app = new App({ autoSynth: false, outdir: join(work, 'out'), analyticsReporting: false });
    // Its type says `undefined` where that of a stack's props says nothing.
    const synthesizer = new CliCredentialsStackSynthesizer({
      fileAssetsBucketName: BUCKET,
      bucketPrefix: ASSETS_PREFIX,
    }) as IStackSynthesizer;
    const { artifactId, templateFile } = new RollcallStack(app, stackNameOf(settings), {
      ...settings,
      assets,
      synthesizer,
    });
    const assembly = app.synth();
    const { stackName, tags, terminationProtection = false } = assembly.getStackArtifact(artifactId);
    rmSync(out, { recursive: true, force: true });
    for (const folder of ['assets', 'templates']) mkdirSync(join(out, folder), { recursive: true });
    cpSync(join(assembly.directory, templateFile), join(out, 'template.json'));
    writeAssets(assembly.directory, artifactId, out);
    writeFileSync(join(out, SCRIPT), deployScript({ stackName, tags, terminationProtection }));
    chmodSync(join(out, SCRIPT), 0o755);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Under the names by which the template calls them; templates apart, since the bucket's name is put into those. */
function writeAssets(directory: string, artifactId: string, out: string): void {
  const manifest = readFileSync(join(directory, `${artifactId}.assets.json`), 'utf8');
  for (const { source, destinations } of Object.values((JSON.parse(manifest) as AssetsManifest).files)) {
    // The template itself, which CDK would deploy from there.
    if (source.path === `${artifactId}.template.json`) continue;
    const path = join(directory, source.path);
    const body = source.packaging === 'zip' ? zipOf(entriesIn(path)) : readFileSync(path);
    const folder = path.endsWith('.template.json') ? 'templates' : 'assets';
    for (const { objectKey } of Object.values(destinations))
      writeFileSync(join(out, folder, basename(objectKey)), body);
  }
}

try {
  const [folder, ...settings] = process.argv.slice(2);
  const pairs = settings.map((setting) => /^(\w+)=(.*)$/s.exec(setting));
  if (folder === undefined || folder.startsWith('-') || pairs.includes(null))
    throw new Error(
      'Say where it is written, and each setting as name=value: npm run template -- FOLDER [name=value …]',
    );
  const out = resolve(folder);
  await writeTemplate(out, Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])));
  console.log(`The template is in ${out}: ./deploy.sh BUCKET there deploys it.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
