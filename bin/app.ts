import { join, resolve } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { CURRENT_VERSION_EXPIRED_FLAGS, FLAGS } from 'aws-cdk-lib/cx-api';
import { functionAreaOf } from '../lib/areas/areas.ts';
import { buildConsole } from '../lib/console-build/build-console.ts';
import { ServiceStack } from '../lib/stack/service-stack.ts';
import { settingsFrom } from '../lib/stack/settings-from-context.ts';
import { buildFunctions } from './build.ts';
import { writeConsole } from './console-folders.ts';

const project = resolve(import.meta.dirname, '..');

try {
  // By hand at the end: after an error nothing half-built is to be written, or complained of.
  const app = new App({ autoSynth: false, context: unchangedFlags() });
  const settings = settingsFrom(app.node.getAllContext() as Record<string, unknown>, Date.now());
  const outdir = resolve(project, settings.buildDir);
  // Always, not only when the folder is missing: what is deployed is what is written.
  const files = await buildConsole({ arePublicPagesShown: settings.publicPages === 'on' });
  const build = await buildFunctions({ outdir, besides: files.map(({ body }) => body) });

  ServiceStack.in(app, {
    areas: build.functions.map(({ area }) => functionAreaOf(area)),
    codeOf: (area) => Code.fromAsset(join(outdir, area)),
    consoleFolders: await writeConsole(files, outdir),
    build: build.name,
    settings,
  });

  if (settings.nag) {
    // Loaded on demand: the import alone takes two seconds.
    const { AwsSolutionsChecks } = await import('cdk-nag');
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  }
  app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Every feature flag at what CDK does without it, said: else each command counts those that nobody has set. */
function unchangedFlags(): Record<string, unknown> {
  const flags = Object.entries(FLAGS).filter(([flag]) => !CURRENT_VERSION_EXPIRED_FLAGS.includes(flag));
  return Object.fromEntries(
    flags.map(([flag, { unconfiguredBehavesLike, recommendedValue }]) => [
      flag,
      // A flag that takes no yes or no takes this word for not being there.
      unconfiguredBehavesLike?.v2 ?? (typeof recommendedValue === 'boolean' ? false : 'undefined'),
    ]),
  );
}
