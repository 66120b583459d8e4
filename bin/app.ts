import { resolve } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { RollcallStack } from '../lib/cdk.ts';
import { unchangedFlags } from '../lib/stack/feature-flags.ts';
import { stackNameOf } from '../lib/stack/service-stack.ts';
import { settingsFrom } from '../lib/stack/settings-from-context.ts';
import { buildAssets } from './assets.ts';

const project = resolve(import.meta.dirname, '..');

try {
  // By hand at the end: after an error nothing half-built is to be written, or complained of.
  // With the flags: each command counts those that nobody has set.
  const app = new App({ autoSynth: false, context: unchangedFlags() });
  const context = app.node.getAllContext() as Record<string, unknown>;
  const { nag, buildDir, ...settings } = settingsFrom(context, Date.now());
  const assets = resolve(project, buildDir);
  // Always, not only when the folder is missing: what is deployed is what is written.
  await buildAssets({ outdir: assets, publicPages: [settings.publicPages] });
  // A construct is there by being made.
  // oxlint-disable-next-line no-new
  new RollcallStack(app, stackNameOf(settings), { ...settings, assets });

  if (nag) {
    // Loaded on demand: the import alone takes two seconds.
    const { AwsSolutionsChecks } = await import('cdk-nag');
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  }
  app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
