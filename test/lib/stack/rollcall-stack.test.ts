import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Aws, Stage, Token } from 'aws-cdk-lib';
import { DISABLE_ASSET_STAGING_CONTEXT, FLAGS } from 'aws-cdk-lib/cx-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RollcallStack, type RollcallSettings, type RollcallStackProps } from '../../../lib/cdk.ts';
import { unchangedFlags } from '../../../lib/stack/feature-flags.ts';
import { settingsFrom } from '../../../lib/stack/settings-from-context.ts';
import { stackNameOf } from '../../../lib/stack/service-stack.ts';
import { writePlaceholderAssets } from '../../support/stack/placeholder-assets.ts';

const zone = { hostedZoneId: 'Z0123456789ABCDEFGHIJ', hostedZoneName: 'example.com' };
const deployments: Record<string, RollcallSettings> = {
  nothing: {},
  'mails and numbers': {
    mailFrom: 'alerts@example.com',
    alarmEmail: 'ops@example.com',
    ingestRate: 700,
    standardBurst: 50,
  },
  'a copy with a name of its own': {
    stage: 'test',
    domainName: 'rollcall.example.com',
    ingestDomain: 'in.example.com',
    ...zone,
  },
  'no CloudFront, and events of AWS': {
    cdn: false,
    terminationProtection: true,
    awsEventsKeySecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Events-Ab12Cd',
  },
};

let dir: string;
let assets: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'rollcall-stack-'));
  assets = join(dir, 'assets');
  writePlaceholderAssets(assets);
});
afterAll(() => rmSync(dir, { recursive: true }));

const appWith = (context: Record<string, unknown> = {}) =>
  new App({
    outdir: mkdtempSync(join(dir, 'out-')),
    analyticsReporting: false,
    treeMetadata: false,
    builtinCloudFormationValidation: false,
    context: { [DISABLE_ASSET_STAGING_CONTEXT]: true, ...context },
  });

/** The file that a stack of an app becomes. */
function templateIn(app: App, id: string, props: RollcallStackProps): string {
  const { templateFile } = new RollcallStack(app, id, { assets, ...props });
  return readFileSync(join(app.synth().directory, templateFile), 'utf8');
}

/** As bin/app.ts reads what a command line says. */
function byContext(settings: RollcallSettings): string {
  const context = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
  const app = appWith(context);
  const { nag: _nag, buildDir: _buildDir, ...read } = settingsFrom(context, Date.now());
  return templateIn(app, stackNameOf(read), read);
}

describe('the service in an app', () => {
  it.each(Object.entries(deployments))(
    'is the same by props as by context, byte for byte: %s',
    (_, settings) => {
      const text = templateIn(appWith(), stackNameOf(settings), settings);

      expect(Object.keys((JSON.parse(text) as { Resources: object }).Resources).length).toBeGreaterThan(150);
      expect(text === byContext(settings)).toBe(true);
    },
  );

  it('is the same whatever flags of CDK the app has', () => {
    const recommended = Object.keys(unchangedFlags()).map((flag) => [flag, FLAGS[flag]?.recommendedValue]);
    const settings = deployments['mails and numbers'] ?? {};
    const text = templateIn(appWith(unchangedFlags()), 'Rollcall', settings);

    expect(templateIn(appWith(), 'Rollcall', settings) === text).toBe(true);
    expect(templateIn(appWith(Object.fromEntries(recommended)), 'Rollcall', settings) === text).toBe(true);
  });

  it('takes what any stack takes, and a name by its id or its stage', () => {
    const app = appWith();
    const env = { account: '111122223333', region: 'eu-west-1' };
    const stage = new Stage(app, 'Prod', { env });
    const stack = new RollcallStack(stage, 'Jobs', {
      assets,
      tags: { team: 'ops' },
      terminationProtection: true,
    });
    const named = new RollcallStack(app, 'Other', { assets, stackName: 'Watch', description: 'Ours' });

    expect([stack.stackName, stack.region, stack.terminationProtection]).toEqual([
      'Prod-Jobs',
      'eu-west-1',
      true,
    ]);
    expect(stack.tags.tagValues()).toMatchObject({ team: 'ops' });
    expect([named.stackName, named.templateOptions.description]).toEqual(['Watch', 'Ours']);
  });
});

describe('refused, in one sentence', () => {
  const refusal = (props: RollcallStackProps, context = {}) => {
    try {
      const { stackName } = new RollcallStack(appWith(context), 'Rollcall', { assets, ...props });
      return `nothing of ${stackName}`;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is a value that breaks its rule, and settings that contradict each other', () => {
    expect(refusal({ ingestRate: 0 })).toBe('ingestRate must be a whole number from 1 to 1000000, not 0.');
    expect(refusal({ contactTo: 'team@example.com' })).toBe(
      'contactTo is set without mailFrom: say which address the mails come from.',
    );
    expect(refusal({ holdAlertsUntil: '2020-01-01T00:00:00Z' })).toBe('nothing of Rollcall');
    expect(refusal({ holdAlertsUntil: '2999-01-01T00:00:00Z' })).toMatch(
      /^holdAlertsUntil must be at most an hour from now/,
    );
  });

  it('is a token, which the stack cannot be made by', () => {
    const sentence =
      'is a token, which stands for a value that CloudFormation knows later: the stack is made by it, so give the value itself.';

    expect(refusal({ domainName: `rollcall.${Aws.REGION}.example.com` })).toBe(`domainName ${sentence}`);
    expect(refusal({ ingestRate: Token.asNumber({ Ref: 'Rate' }) })).toBe(`ingestRate ${sentence}`);
  });

  it.each([
    ['not', {}],
    ['another one', { mailFrom: 'alerts@example.org' }],
  ])('is what the context says and is %s in the props', (where, props) => {
    expect(refusal(props, { mailFrom: 'alerts@example.com' })).toBe(
      `mailFrom is in the context of CDK (-c, cdk.json or cdk.context.json) and ${where} in the props of the stack, from which alone it takes its settings: leave it out of the context, or give the same as a prop.`,
    );
  });

  it('is none of the same in both, an empty one, and what else an app has in its context', () => {
    const context = {
      ingestRate: '700',
      mailFrom: '',
      nag: '1',
      buildDir: 'out',
      colour: 'red',
      shop: { stage: 1 },
    };

    expect(refusal({ ingestRate: 700 }, context)).toBe('nothing of Rollcall');
  });

  it('is none where the scope of the stack empties it', () => {
    const scope = new Stage(appWith({ stage: 'blue' }), 'Watch');
    scope.node.setContext('stage', '');

    expect(new RollcallStack(scope, 'Rollcall', { assets }).stackName).toBe('Watch-Rollcall');
  });

  it('is a folder without built functions, or without the console that is asked for', () => {
    expect(refusal({ assets: dir })).toBe(
      `There are no built functions in ${dir}, which has no assets.json: name a folder that has by assets.`,
    );
    expect(refusal({ publicPages: 'on' })).toBe(`${assets} was built without the console of publicPages=on.`);
  });
});
