import { describe, expect, it } from 'vitest';
import { COLLECTORS } from '../../../../../../lib/domain/machines/collectors/collector.ts';
import { setupOf } from '../../../../../../lib/domain/machines/collectors/setup/setup-of.ts';
import { CREDENTIAL, DEBIAN, IDS, inputOf, MEASURED, ORIGIN, OTHERS, RHEL } from './inputs.ts';

describe.each(MEASURED.map(([id, measured]) => ({ id, measured })))('$id of $measured', (of) => {
  const { id, measured } = of;

  it.each([DEBIAN, RHEL])('shows its credential in files of its service alone ($name)', (machine) => {
    const { connection, configuration, companions, files, steps, installation } = setupOf(
      inputOf(id, { measured, machine }),
    );

    expect(connection.credential).toBe(CREDENTIAL);
    expect(configuration).toBe(files[0]?.content);
    const holders = files.filter((file) => JSON.stringify(file).includes(CREDENTIAL));
    expect(holders).toHaveLength(1);
    expect(holders.map(({ mode }) => mode).filter((mode) => mode !== '0640' && mode !== '0600')).toEqual([]);
    for (const { path, owner, group, mode } of files) {
      expect(path).toMatch(/^\/(?:etc|usr\/local)\/[a-z][\w./-]+\/rollcall[\w.-]*$|snmpd\.local\.conf$/);
      expect(owner).toBe('root');
      expect(group).toMatch(/^[a-z-]+$/);
      expect(mode).toMatch(/^0[0-7]{3}$/);
    }
    expect(JSON.stringify([steps, companions])).not.toContain('hpc_');
    expect(installation === null).toBe(id === 'ncpa');
  });

  it('is shown again without its credential, and then as something that cannot be pasted at once', () => {
    const again = setupOf(inputOf(id, { measured, credential: null }));

    expect(JSON.stringify(again)).not.toContain('hpc_');
    expect(again.connection.credential).toBe('<CREDENTIAL>');
    expect(again.installation).toBeNull();
    const first = setupOf(inputOf(id, { measured }));
    expect(JSON.parse(JSON.stringify(first).replaceAll(CREDENTIAL, '<CREDENTIAL>'))).toEqual({
      ...again,
      installation: first.installation && expect.anything(),
    });
  });

  it('sends to us, and measures nothing that was not asked for', () => {
    const { connection, configuration, files } = setupOf(inputOf(id, { measured }));

    expect(connection).toMatchObject({ kind: COLLECTORS[id].kind });
    expect(connection.endpoint.startsWith(`${ORIGIN}/i/`)).toBe(true);
    expect(files.map(({ content }) => content).join()).toContain(ORIGIN);
    expect(/mysql|hp_monitor/.test(configuration)).toBe(measured.includes('mysql'));
    expect(/asterisk/.test(configuration)).toBe(measured.includes('asterisk'));
  });
});

describe.each(OTHERS)('for $name', (machine) => {
  it.each(IDS)('%s is a configuration and one sentence in the place of names', (collector) => {
    const { files, steps, installation, configuration } = setupOf(inputOf(collector, { machine }));

    expect(configuration).not.toBe('');
    for (const file of files)
      expect(file).toEqual({
        name: file.name,
        content: file.content,
        path: null,
        owner: null,
        group: null,
        mode: null,
        put: null,
      });
    expect(steps).toEqual({
      system: machine.name,
      family: 'other',
      packages: null,
      fresh: null,
      start: null,
      foreground: null,
      verify: null,
      note: expect.stringMatching(/^We do not know how to install .+\.$/),
    });
    expect(installation).toBeNull();
  });
});

it('a machine without systemd gets no command of it', () => {
  for (const collector of IDS) {
    const { steps, installation } = setupOf(inputOf(collector, { machine: { ...DEBIAN, isSystemd: false } }));

    expect(JSON.stringify(steps)).not.toContain('systemctl');
    expect(steps.packages).not.toBeNull();
    expect(installation).toBeNull();
  }
});

it('what is measured decides over the packages', () => {
  const packages = (measured: ('host' | 'disk' | 'mysql')[], machine = RHEL) =>
    setupOf(inputOf('collectd', { measured, machine })).steps.packages;

  expect(packages(['host'])).toEqual(['collectd', 'collectd-write_http']);
  expect(packages(['host', 'disk', 'mysql'])).toEqual([
    'collectd',
    'collectd-write_http',
    'collectd-disk',
    'collectd-mysql',
  ]);
  expect(packages(['mysql'], DEBIAN)).toEqual(['collectd', 'libyajl2', 'libcurl3-gnutls', 'libmariadb3']);
});

it.each([
  ['windows', /prometheus\.exporter\.windows "rollcall" \{\n {2}enabled_collectors = \["cpu", "memory", "os"/],
  ['darwin', /prometheus\.exporter\.unix "rollcall" \{\n {2}set_collectors = \["cpu", "loadavg", "meminfo", "boottime"/],
] as const)('Alloy reads on %s what there is', (os, pattern) => {
  const machine = OTHERS.find((each) => each.os === os) ?? DEBIAN;
  expect(setupOf(inputOf('alloy', { machine })).configuration).toMatch(pattern);
}); // prettier-ignore

it('Telegraf asks Windows for no processes, and sends what others read to nobody', () => {
  const windows = OTHERS.find(({ os }) => os === 'windows') ?? DEBIAN;
  const of = (machine = DEBIAN) => setupOf(inputOf('telegraf', { machine })).configuration;

  expect(of(windows)).not.toContain('inputs.processes');
  expect(of(windows)).toContain('mount_points = ["C:"]');
  expect(of()).toContain('mount_points = ["/"]');
  const marks = (of().match(/\n {4}rollcall = "1"/g) ?? []).length;
  expect(marks).toBe((of().match(/\[\[inputs\./g) ?? []).length);
  expect(of()).toMatch(/\[outputs\.influxdb_v2\.tagpass\]\n {4}rollcall = \["1"\]\n$/);
});

it('Alloy and Telegraf leave the name of the host out of what they send', () => {
  const of = (collector: 'alloy' | 'telegraf') => setupOf(inputOf(collector)).configuration;

  expect(of('alloy')).toMatch(/rule \{\n\s+regex {2}= "instance\|job"\n\s+action = "labeldrop"\n/);
  expect(of('telegraf')).toMatch(
    /\[\[outputs\.influxdb_v2\]\][^]*\n {2}tagexclude = \["host", "rollcall"\]\n/,
  );
});

it('the file of the OpenTelemetry Collector is a tree of what it says', () => {
  const { configuration } = setupOf(inputOf('opentelemetry', { measured: ['network', 'mysql'] }));

  expect(configuration)
    .toBe(`# Rollcall: the last numbers of this machine, each minute. It has names of its own, so it stands beside your files.
receivers:
  hostmetrics/rollcall:
    collection_interval: 60s
    scrapers:
      network:
  mysql/rollcall:
    endpoint: localhost:3306
    username: hp_monitor
    password: "<PASSWORD>"
    collection_interval: 60s
    metrics:
      mysql.query.count:
        enabled: true
processors:
  filter/rollcall:
    metrics:
      metric:
        - 'not IsMatch(name, "^(system.network.io|mysql.threads|mysql.uptime|mysql.query.count)")'
  batch/rollcall:
    timeout: 10s
exporters:
  otlphttp/rollcall:
    endpoint: ${ORIGIN}/i/otlp
    headers:
      Authorization: "Bearer ${CREDENTIAL}"
service:
  pipelines:
    metrics/rollcall:
      receivers: [hostmetrics/rollcall, mysql/rollcall]
      processors: [filter/rollcall, batch/rollcall]
      exporters: [otlphttp/rollcall]
`);
});

it('Prometheus itself is told to send the same, without the credential', () => {
  const { companions } = setupOf(inputOf('alloy', { measured: ['host'] }));
  const { content } = companions.find(({ title }) => title.startsWith('Prometheus')) ?? { content: '' };

  expect(content).toContain(`  - url: ${ORIGIN}/i/prom/api/v1/write\n`);
  expect(content).toContain('credentials_file: /etc/prometheus/rollcall.credential');
  expect(content).toContain('        regex: node_load(1|5|15)|node_cpu_seconds_total|');
  expect(content).not.toContain('hpc_');
});
