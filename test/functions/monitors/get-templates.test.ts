import { describe, expect, it } from 'vitest';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);

describe('getTemplates', () => {
  it('returns the origin and six texts to anybody', async () => {
    const { status, json } = await service.call('GET', '/api/templates');

    expect(status).toBe(200);
    expect(json['origin']).toBe(service.url);
    expect(Object.keys(json['templates'])).toEqual([
      'ingest_curl',
      'ingest_cron',
      'ingest_n8n',
      'miss_json',
      'recovery_json',
      'miss_url_hint',
    ]);
    expect(json['templates']['ingest_curl']).toContain(`${service.url}/in/`);
  });

  it('shows the bodies that reach alert_url, the recovery with its own type', async () => {
    const { json } = await service.call('GET', '/api/templates');
    const miss = JSON.parse(json['templates']['miss_json']);
    const recovery = JSON.parse(json['templates']['recovery_json']);

    expect(['silence', 'fail']).toContain(miss['reason']);
    expect(miss['type']).not.toBe(recovery['type']);
    expect(recovery['type']).toBe('service.recovery');
    expect(recovery).toMatchObject({ downtime_sec: 2_700 });
  });

  it('answers HEAD without a body', async () => {
    const { status, text } = await service.call('HEAD', '/api/templates');

    expect({ status, text }).toEqual({ status: 200, text: '' });
  });
});
