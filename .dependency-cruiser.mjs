/** Import rules (DESIGN.md section 2). Each comment says what to do instead. */
const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

/** Each knows only those before it (DESIGN.md section 2); `areas-are-declared-as-data` says what declarations know. */
const LAYERS = ['domain', 'config', 'adapters', 'contract', 'data', 'render', 'runtime', 'flows'];

export default {
  forbidden: [
    rule(
      'domain-is-pure',
      'The domain takes values; hand in what it needs.',
      { path: '^lib/domain' },
      { pathNot: '^lib/domain|node_modules/(ipaddr\\.js|isbot|@noble/hashes)' },
    ),
    rule(
      'contract-sees-domain-only',
      'The contract is data: itself, the names of areas, the domain and zod.',
      { path: '^lib/contract' },
      { pathNot: '^lib/(contract|domain|areas)|node_modules/zod' },
    ),
    rule(
      'render-writes-what-it-is-given',
      'Hand in domain values; the contract gives the types of the views.',
      { path: '^lib/render' },
      { pathNot: '^lib/(render|domain|contract)' },
    ),
    rule(
      'render-takes-only-types-from-the-contract',
      'A schema would load zod where something is only written.',
      { path: '^lib/render' },
      { path: '^lib/contract', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'only-what-answers-or-tells-renders',
      'Render where it is sent: in an area, a flow or the runtime.',
      { path: '^lib/(contract|domain|data|adapters|stack)' },
      { path: '^lib/render' },
    ),
    rule(
      'only-data-talks-to-dynamodb',
      'Add a function to lib/data.',
      { path: '^(lib|functions|bin)', pathNot: '^lib/(data|local)' },
      { path: '@aws-sdk/(client-dynamodb|lib-dynamodb)' },
    ),
    rule(
      'only-adapters-talk-to-aws',
      'Put the client behind an adapter.',
      { path: '^(lib|functions|bin)', pathNot: '^lib/(data|adapters|local)|^bin/lambda-credentials' },
      { path: 'node_modules/@aws-sdk' },
    ),
    rule(
      'areas-do-not-know-each-other',
      'A sequence two areas need belongs in lib/flows.',
      { path: '^functions/([^/]+)/' },
      { path: '^functions/', pathNot: '^functions/$1/' },
    ),
    rule(
      'lib-does-not-know-areas',
      'Only the local service puts the areas together.',
      { path: '^lib', pathNot: '^lib/local/service' },
      { path: '^functions' },
    ),
    rule(
      'only-entry-points-go-live',
      'Take dependencies as a parameter.',
      {
        path: '^(lib|functions)',
        pathNot: '^functions/[^/]+/handler\\.ts$|^lib/runtime/lambda/live|^lib/local/service',
      },
      { path: '^lib/runtime/lambda/live' },
    ),
    rule(
      'stack-derives-from-declarations',
      'The stack reads the declarations of areas, the contract and the keys of the table, and nothing that runs.',
      { path: '^lib/stack' },
      { path: '^(lib/(runtime|data|adapters|flows|local)|functions)', pathNot: '^lib/data/(keys|due-index)' },
    ),
    rule(
      'constructs-are-for-the-apps-of-others',
      'They bring the domain along, the clock, and of the contract its types; the function of monitors one adapter more.',
      { path: '^lib/construct' },
      {
        path: '^(lib/(runtime|data|flows|local|stack|render|areas|console)|functions)|^lib/adapters/(?!clock|secrets)',
      },
    ),
    rule(
      'areas-are-declared-as-data',
      'A declaration is data: itself and the partitions of the table.',
      { path: '^lib/areas' },
      { pathNot: '^lib/(areas|data/partitions)' },
    ),
    rule(
      'nothing-at-run-time-needs-cdk',
      'CDK stays in lib/stack, lib/construct and bin/app.ts.',
      { path: '^(lib|functions)', pathNot: '^lib/(stack|construct|cdk)' },
      { path: 'node_modules/(aws-cdk-lib|constructs|cdk-nag)' },
    ),
    rule(
      'console-is-a-client',
      'The browser has the public API: call an operation, or hand a pure function over from the domain.',
      { path: '^lib/console/' },
      {
        pathNot: '^lib/(console/|contract|domain|render)|node_modules/(preact|@preact|uplot|zod)|^rollcall:',
      },
    ),
    rule(
      'console-takes-only-types-from-the-contract',
      'A schema would load zod in the browser.',
      { path: '^lib/console/' },
      { path: '^lib/contract|node_modules/zod', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'only-the-build-knows-the-console',
      'It is code of a browser: lib/console-build makes files of it.',
      { path: '^(lib|functions|bin)', pathNot: '^lib/console' },
      { path: '^lib/console/' },
    ),
    ...LAYERS.map((layer, at) =>
      rule(
        `${layer}-points-down`,
        `A layer knows those before it (${LAYERS.join(', ')}): hand it in, or move what both need down.`,
        { path: `^lib/${layer}/` },
        {
          path: `^(lib/(${[...LAYERS.slice(at + 1), 'local', 'stack', 'console'].join('|')})|functions|bin)/`,
        },
      ),
    ),
    rule('no-circular', 'Move what both need to a third file.', {}, { circular: true }),
    rule('not-to-test', 'Code never needs its tests.', { path: '^(lib|functions|bin)' }, { path: '^test' }),
    rule('no-orphans', 'Nobody uses it: use it or remove it.', { orphan: true, pathNot: '^bin/' }, {}),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
