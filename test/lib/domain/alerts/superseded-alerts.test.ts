import { expect, it } from 'vitest';
import { superseding } from '../../../../lib/domain/alerts/superseded-alerts.ts';
import { sampleAlert, sampleContent } from './sample-content.ts';

const attempt = { at: 0, outcome: 'timeout', status: null, detail: '', durationMs: 0 };
const failed = (incident: number, tries: number) =>
  sampleAlert(sampleContent({ incident }), { attempts: Array.from({ length: tries }, () => attempt) });

it('an alert counts all that it stands for, with their tries, and names the last ten', () => {
  const incidents = Array.from({ length: 12 }, (_, index) => index + 1);

  const all = superseding(
    undefined,
    incidents.map((incident) => failed(incident, 1)),
  );

  expect([all.total, all.tries]).toEqual([12, 12]);
  expect(all.last.map(({ incident }) => incident)).toEqual(incidents.slice(2));
});

it('an alert stands also for what stood for others, and for what it stood for before', () => {
  const before = superseding(undefined, [failed(1, 2)]);
  const own = {
    ...failed(3, 1),
    content: sampleContent({ incident: 3, superseded: superseding(undefined, [failed(2, 4)]) }),
  };

  const all = superseding(before, [own]);

  expect([all.total, all.tries]).toEqual([3, 7]);
  expect(all.last.map(({ incident }) => incident)).toEqual([1, 2, 3]);
});
