import { refused, type Decision } from '../../decision.ts';
import { LIMITS } from '../../limits.ts';
import { readableName } from '../../readable-name.ts';

/** The name of a device, or of what is collected of it: one line of 1 to 60 characters, trimmed. */
export function deviceName(text: string): Decision<string, 'nome_obrigatorio' | 'nome_invalido'> {
  if (text.trim() === '') return refused('nome_obrigatorio', 'nome is required: it was empty or blank.');
  return readableName(text, { field: 'nome', code: 'nome_invalido', min: 1, max: LIMITS.deviceNameMaxChars });
}

/** The group of a device, or of what is collected of it: one line of up to 40 characters, trimmed; null for none. */
export function deviceGroup(text: string | null): Decision<string | null, 'grupo_invalido'> {
  const rule = { field: 'grupo', code: 'grupo_invalido', min: 0, max: LIMITS.deviceGroupMaxChars } as const;
  const group = readableName(text ?? '', rule);
  return group.ok && group.value === '' ? { ok: true, value: null } : group;
}
