import type { TemplateValues } from '../../domain/alerts/sending/body-template.ts';
import { isoOrNull } from '../../domain/instant.ts';
import { missJson, recoveryJson } from './alert-json.ts';
import type { Told } from './told.ts';

/** What the fields of a template are for an alert of any kind: those of the JSON of one that went down or came back. */
export function templateValues(content: Told): TemplateValues {
  const { kind } = content;
  const json = kind === 'recovery' ? recoveryJson(content) : missJson(content);
  // What is about all jobs of an owner names none of them.
  const isOfNone = kind === 'blind';
  return {
    ...json,
    type: kind === 'test' ? 'service.miss' : `service.${kind}`,
    name: isOfNone ? '' : json.name,
    endpoint_id: isOfNone ? '' : json.endpoint_id,
    recovered_at: isoOrNull(content.recoveredAt),
    downtime_sec: 'downtime_sec' in json ? json.downtime_sec : null,
    tags: json.tags.join(', '),
  };
}
