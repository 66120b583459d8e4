import { FOREIGN_PINGS, SNITCH_PINGS } from '../../../../lib/contract/monitors/ping-paths.ts';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { needsOf } from '../../../../lib/areas/areas.ts';
import { documentPaths } from '../../../../lib/console-build/documents.ts';
import { keptPatterns } from '../../../../lib/contract/kept-paths.ts';
import {
  environmentOf,
  ofType,
  propertiesOf,
  readable,
  synthesised,
  type Synthesised,
  stackAreas,
} from '../../../support/stack/synthesised.ts';

let stack: Synthesised;
let alone: Synthesised;
let renewed: Synthesised;
beforeAll(() => {
  stack = synthesised();
  alone = synthesised({ cdn: false });
  renewed = synthesised({ secretsVersion: 2 });
});

const there = stackAreas.filter((area) => !needsOf(area).needsSender);
const secrets = (of: Synthesised) => ofType(of, 'AWS::SecretsManager::Secret').map(([id]) => id);
const markIn = (of: Synthesised) => secrets(of).find((id) => id.startsWith('EdgeOriginMark')) ?? '';
const serviceIn = (of: Synthesised) => secrets(of).find((id) => id.startsWith('Secrets')) ?? '';

/** What CloudFront adds to requests. */
function sentByEdge(of: Synthesised): [name: string, value: string][] {
  const { DistributionConfig: config } = propertiesOf(of, 'AWS::CloudFront::Distribution');
  const { Origins } = config as { Origins: Origin[] };
  return Origins.flatMap(({ OriginCustomHeaders: headers = [] }) =>
    headers.map(({ HeaderName: name, HeaderValue: value }): [string, string] => [
      name,
      JSON.stringify(value),
    ]),
  );
}

/** What the function is called that writes who calls. */
const VIEWER = 'EdgeViewerAddress';
/** Files are the same for all: no function of ours hears of who asks for one. */
const ofConsole = [...documentPaths(false), '/assets/*'];

interface Origin {
  Id: string;
  DomainName: unknown;
  OriginCustomHeaders?: SentHeader[];
}

interface SentHeader {
  HeaderName: string;
  HeaderValue: unknown;
}

/** What a function is told as its mark, as it stands in the template. */
function toldMark(of: Synthesised, area: (typeof there)[number]): string | undefined {
  const { Environment } = propertiesOf(of, 'AWS::Lambda::Function', `${area}Function`);
  const { ORIGIN_MARK: mark } = (Environment as { Variables: Record<string, unknown> }).Variables;
  return mark === undefined ? undefined : JSON.stringify(mark);
}

describe('the origin mark', () => {
  it('is a secret of its own, generated, that goes with the stack', () => {
    const [, mark] = ofType(stack, 'AWS::SecretsManager::Secret').find(([id]) => id === markIn(stack)) ?? [];

    expect(secrets(stack)).toHaveLength(2);
    expect(mark?.Properties).toMatchObject({ GenerateSecretString: { PasswordLength: 64 } });
    expect(mark?.DeletionPolicy).toBe('Delete');
  });

  it('is shown by CloudFront, and told to the functions behind the API but those of the ingest origin, by one reference', () => {
    const reference = JSON.stringify({
      'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: markIn(stack) }, ':SecretString:::}}']],
    });

    expect(sentByEdge(stack)).toEqual([['x-rollcall-origin-mark', reference]]);
    for (const area of there) {
      const isTold = needsOf(area).http && needsOf(area).origin !== 'ingest';
      expect([area, toldMark(stack, area)]).toEqual([area, isTold ? reference : undefined]);
    }
  });

  it('does not exist without CloudFront', () => {
    expect(secrets(alone)).toEqual([serviceIn(stack)]);
    for (const area of there) expect(toldMark(alone, area)).toBeUndefined();
  });

  it('comes with the viewer’s address on every path but badges and documents, which are kept for all, pings, readings and pushes', () => {
    const { DistributionConfig: config } = propertiesOf(stack, 'AWS::CloudFront::Distribution');
    const { CacheBehaviors, DefaultCacheBehavior } = config as Behaviours;
    const [[id] = ['']] = ofType(stack, 'AWS::CloudFront::Function').filter(([name]) =>
      name.startsWith(VIEWER),
    );
    const said = [{ EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [id, 'FunctionARN'] } }];

    const behaviours = [{ PathPattern: 'others', ...DefaultCacheBehavior }, ...CacheBehaviors];
    const toApi = behaviours.filter(({ PathPattern }) => !ofConsole.includes(PathPattern ?? ''));

    expect(toApi.map(({ PathPattern, FunctionAssociations: at }) => [PathPattern, at])).toEqual([
      ['others', said],
      ['/s/*.svg', undefined],
      ['/s/*', said],
      ['/status/*.svg', undefined],
      ['/status/*', said],
      ['/badge/*', undefined],
      ...keptPatterns().map((path) => [path, undefined]),
      ['/in/*', undefined],
      ...FOREIGN_PINGS.map(({ pattern }) => [pattern, undefined]),
      ['/r/*', undefined],
      ['/i/*', undefined],
      ['/api/*', said],
      ['/mcp', said],
      ['/auth/*', said],
      [SNITCH_PINGS.pattern, undefined],
    ]);
  });

  it('is shown only where the edge writes who calls, so that it never vouches for what a viewer wrote', () => {
    const { DistributionConfig: config } = propertiesOf(stack, 'AWS::CloudFront::Distribution');
    const { CacheBehaviors, DefaultCacheBehavior, Origins } = config as Behaviours & { Origins: Origin[] };
    const marked = Origins.filter((origin) => origin.OriginCustomHeaders !== undefined).map(({ Id }) => Id);

    expect(marked).toHaveLength(1);
    expect(new Set(Origins.map(({ DomainName }) => readable(DomainName)))).toEqual(
      new Set(['HttpApi.execute-api.<Region>.<URLSuffix>', 'EdgeConsoleBucket.RegionalDomainName']),
    );
    for (const one of [DefaultCacheBehavior, ...CacheBehaviors])
      expect([one.PathPattern, marked.includes(one.TargetOriginId)]).toEqual([
        one.PathPattern,
        JSON.stringify(one.FunctionAssociations ?? '').includes(VIEWER),
      ]);
  });

  it('vouches for what the edge wrote: the code there overwrites what a viewer sends', () => {
    const { FunctionCode: code } = propertiesOf(stack, 'AWS::CloudFront::Function', VIEWER);
    const event = {
      viewer: { ip: '2001:db8::1' },
      request: { headers: { 'x-rollcall-viewer-address': { value: '10.0.0.1' }, accept: { value: '*/*' } } },
    };

    const request: unknown = runInNewContext(`${String(code)}; handler(event)`, { event });

    expect(request).toEqual({
      headers: { 'x-rollcall-viewer-address': { value: '2001:db8::1' }, accept: { value: '*/*' } },
    });
  });
});

interface Behaviours {
  CacheBehaviors: Behaviour[];
  DefaultCacheBehavior: Behaviour;
}

interface Behaviour {
  PathPattern?: string;
  TargetOriginId: string;
  FunctionAssociations?: unknown;
}

describe('a raised secretsVersion', () => {
  it('replaces the mark on both sides in one deployment, and the old one goes', () => {
    expect(markIn(renewed)).not.toBe(markIn(stack));
    expect(secrets(renewed)).not.toContain(markIn(stack));
    const shown = sentByEdge(renewed).map(([, value]) => value);

    expect(shown[0]).toContain(markIn(renewed));
    expect(toldMark(renewed, 'monitors')).toBe(shown[0]);
  });

  it('keeps the service secret, and starts anew the functions that read it', () => {
    expect(serviceIn(renewed)).toBe(serviceIn(stack));
    for (const area of there) {
      const versions = [stack, renewed].map((of) => environmentOf(of, area)['SECRETS_VERSION']);
      expect([area, ...versions]).toEqual([
        area,
        ...(needsOf(area).secret ? ['1', '2'] : [undefined, undefined]),
      ]);
    }
  });
});
