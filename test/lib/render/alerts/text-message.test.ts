import { describe, expect, it } from 'vitest';
import { alertText, consentText, textRequest } from '../../../../lib/render/alerts/text-message.ts';
import { WORDS } from '../../../attacks/hostile-words.ts';
import { sampleContent, sampleRecovery } from '../../domain/alerts/sample-content.ts';

const GSM = /^[A-Za-z0-9 @$!"#%&'()*+,\-./:;<=>?_]{1,160}$/;

describe('a text', () => {
  it('says what happened, to one monitor or to several', () => {
    const named = (monitorName: string) => sampleContent({ monitorName, alertId: monitorName });
    expect(alertText([named('db')])).toBe('Rollcall: db went silent');
    expect(alertText([sampleRecovery({ monitorName: 'db' })])).toBe('Rollcall: db is back after 1 h 5 min');
    expect(alertText(['a', 'b', 'c', 'd'].map(named))).toBe(
      'Rollcall: 4 monitors went silent: a, b and 2 more',
    );
  });

  it.each([...Object.values(WORDS), 'evil.example', 'http://evil.example/a?b', 'a@b.c', 'x'.repeat(400)])(
    'has 160 characters of every phone, and no link whatever a monitor is called: %j',
    (monitorName) => {
      for (const content of [sampleContent({ monitorName }), sampleContent({ monitorName, kind: 'test' })]) {
        const text = alertText([content]);
        expect(text).toMatch(GSM);
        expect(text.replace(/^Rollcall:/, '')).not.toMatch(/[./:@][A-Za-z0-9]/);
      }
      const question = consentText({ monitorName, confirmUrl: 'https://r.example/email/t' });
      expect(question.split('"')[1]?.length ?? 0).toBeLessThanOrEqual(40);
      expect(question.match(/[./:@][A-Za-z0-9/]/g)?.join('')).toBe(
        '://r.e/e/t'.match(/[./:@][A-Za-z0-9/]/g)?.join(''),
      );
    },
  );

  /** As https://docs.aws.amazon.com/sns/latest/api/API_Publish.html has it for a number, and nothing besides. */
  it('goes out by Publish of SNS to its number', () => {
    const { contentType, body } = textRequest('+491701234567', 'Rollcall: db went silent');
    expect(contentType).toBe('application/x-www-form-urlencoded; charset=utf-8');
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      Action: 'Publish',
      Version: '2010-03-31',
      PhoneNumber: '+491701234567',
      Message: 'Rollcall: db went silent',
      'MessageAttributes.entry.1.Name': 'AWS.SNS.SMS.SMSType',
      'MessageAttributes.entry.1.Value.DataType': 'String',
      'MessageAttributes.entry.1.Value.StringValue': 'Transactional',
    });
  });
});
