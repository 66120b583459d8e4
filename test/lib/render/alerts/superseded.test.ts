import { describe, expect, it } from 'vitest';
import { alertMail } from '../../../../lib/render/alerts/alert-mail.ts';
import { groupBodyFor } from '../../../../lib/render/alerts/chat-list-body.ts';
import { groupMail } from '../../../../lib/render/alerts/group-mail.ts';
import { missJson } from '../../../../lib/render/alerts/alert-json.ts';
import { superseding } from '../../../../lib/domain/alerts/superseded-alerts.ts';
import { sampleAlert, sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';

const attempt = { at: 0, outcome: 'timeout', status: null, detail: '', durationMs: 1 };
const links = { unsubscribeUrl: 'https://example.com/u' };
const SENTENCE =
  'Not delivered earlier: went silent at 2026-03-29 01:00:00 UTC, back at 2026-03-29 02:05:00 UTC.';

const miss = sampleAlert(sampleContent({ alertId: 'al_1' }), { attempts: [attempt] });
const back = sampleAlert(sampleRecovery({ alertId: 'al_2' }));
const newer = sampleContent({ incident: 4, superseded: superseding(undefined, [miss, back]) });

describe('an alert that is told in place of others', () => {
  it('names them in its text, and one by one in its JSON', () => {
    const { text, superseded } = missJson(newer);

    expect(text.endsWith(SENTENCE)).toBe(true);
    expect(superseded).toEqual({
      total: 2,
      last: [
        {
          type: 'service.miss',
          alert_id: 'al_1',
          incident: 3,
          alert: 1,
          reason: 'silence',
          at: '2026-03-29T01:00:00.000Z',
        },
        {
          type: 'service.recovery',
          alert_id: 'al_2',
          incident: 3,
          alert: 1,
          reason: 'silence',
          at: '2026-03-29T02:05:00.000Z',
        },
      ],
    });
  });

  it('names them in a mail, alone and in a group, and in a chat', () => {
    const other = sampleContent({ monitorId: 'mon_2', monitorName: 'Other' });
    const chat = groupBodyFor('https://hooks.slack.com/services/T0/B0/x', [newer, other]);

    expect(alertMail(newer, links).text).toContain(SENTENCE);
    expect(alertMail(newer, links).html).toContain(SENTENCE);
    expect(groupMail([newer, other], links).text).toContain(SENTENCE);
    expect(chat.body).toContain(SENTENCE);
  });

  it('says so of failures, long runs and repeats', () => {
    const repeat = sampleContent({ alertNumber: 2 });
    const others = [sampleContent({ reason: 'fail' }), sampleContent({ reason: 'too_long' }), repeat];
    const superseded = superseding(
      undefined,
      others.map((content) => sampleAlert(content)),
    );

    expect(missJson(sampleContent({ superseded })).text).toContain(
      'Not delivered earlier: failed at 2026-03-29 01:00:00 UTC, ran too long at 2026-03-29 01:00:00 UTC, ' +
        'still down at 2026-03-29 01:04:30 UTC.',
    );
  });

  it('stands for what those stood for, too, and does not grow', () => {
    let alert = miss;
    for (let incident = 4; incident < 40; incident++) {
      const superseded = superseding(undefined, [alert, back]);
      alert = sampleAlert(sampleContent({ incident, superseded }), { attempts: [attempt] });
    }
    const { text, superseded } = missJson(alert.content);

    expect(superseded?.total).toBe(72);
    expect(superseded?.last).toHaveLength(10);
    expect(superseded?.last.at(-1)).toMatchObject({ type: 'service.recovery' });
    expect(alert.content.superseded?.tries).toBe(36);
    expect(text).toContain('Not delivered earlier: 68 older alerts, went silent at');
    expect(text.length).toBeLessThan(500);
  });

  it('goes on from what it named before', () => {
    const before = superseding(undefined, [miss]);

    expect(superseding(before, [back])).toEqual(superseding(undefined, [miss, back]));
  });
});

it('an alert that is told in place of none names none', () => {
  expect(missJson(sampleContent())).toMatchObject({ superseded: null });
  expect(missJson(sampleContent()).text).not.toContain('Not delivered');
});
