import type { PropertyType, ResourceProperties } from '@aws-cdk/service-spec-types';
import { serviceSpec, specOf } from './service-spec.ts';

interface Json {
  [key: string]: unknown;
}

/** What CloudFormation would refuse, by its own published schema: one line per fault. */
export function faultsOf(template: Json): string[] {
  const resources = template['Resources'] as Record<string, Json>;
  const faults: string[] = [];
  for (const [id, resource] of Object.entries(resources)) {
    // What a custom resource takes is between it and its function.
    if (String(resource['Type']).startsWith('Custom::')) continue;
    const spec = specOf(String(resource['Type']));
    if (!spec) {
      faults.push(`${id}: no type ${String(resource['Type'])}`);
      continue;
    }
    faults.push(...objectFaults(resource['Properties'] ?? {}, spec.properties, id));
  }
  const named = new Set([...Object.keys(resources), ...Object.keys(template['Parameters'] ?? {})]);
  return [...faults, ...danglingReferences(template, named)];
}

function objectFaults(value: unknown, properties: ResourceProperties, at: string): string[] {
  if (isIntrinsic(value)) return [];
  if (!isObject(value)) return [`${at}: expected an object`];
  const missing = Object.entries(properties).filter(([name, { required }]) => required && !(name in value));
  const present = Object.entries(value).flatMap(([name, member]) => {
    const property = properties[name];
    if (!property) return [`${at}.${name}: unknown property`];
    const types = [property.type, ...(property.previousTypes ?? [])];
    return bestOf(types.map((type) => valueFaults(member, type, `${at}.${name}`)));
  });
  return [...missing.map(([name]) => `${at}.${name}: missing`), ...present];
}

function valueFaults(value: unknown, type: PropertyType, at: string): string[] {
  if (isIntrinsic(value)) return [];
  const expected = (right: boolean) => (right ? [] : [`${at}: expected ${type.type}`]);
  switch (type.type) {
    case 'ref':
      return objectFaults(value, serviceSpec.get('typeDefinition', type.reference.$ref).properties, at);
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((member, i) => valueFaults(member, type.element, `${at}[${i}]`))
        : expected(false);
    case 'map':
      return isObject(value)
        ? Object.entries(value).flatMap(([key, member]) => valueFaults(member, type.element, `${at}.${key}`))
        : expected(false);
    case 'union':
      return bestOf(type.types.map((one) => valueFaults(value, one, at)));
    case 'string':
      if (type.allowedValues && !type.allowedValues.includes(String(value)))
        return [`${at}: not one of ${type.allowedValues.join(', ')}`];
      return expected(typeof value === 'string');
    case 'number':
    case 'integer':
      return expected(typeof value === 'number');
    case 'boolean':
      return expected(typeof value === 'boolean');
    case 'tag':
      return expected(isObject(value) && 'Key' in value && 'Value' in value);
    default:
      return [];
  }
}

/** A value that fits any of several types is right. */
function bestOf(results: string[][]): string[] {
  return results.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function danglingReferences(value: unknown, ids: ReadonlySet<string>): string[] {
  return [...new Set(referencesIn(value))]
    .filter((id) => !ids.has(id) && !id.startsWith('AWS::'))
    .map((id) => `${id}: referred to, but not there`);
}

/** Logical ids a part of a template refers to, by Ref, GetAtt, Sub or DependsOn. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === 'Ref') return [String(member)];
    if (key === 'Fn::GetAtt')
      return [Array.isArray(member) ? String(member[0]) : (String(member).split('.', 1)[0] ?? '')];
    if (key === 'Fn::Sub')
      return [...String(member).matchAll(/\$\{([A-Za-z0-9:]+)/g)].map((match) => match[1] ?? '');
    if (key === 'DependsOn') return [member].flat().map(String);
    return referencesIn(member);
  });
}

/** Resources that wait for each other in a circle, which CloudFormation refuses; empty when there are none. */
export function cycleIn(resources: Record<string, unknown>): string[] {
  const waitsFor = new Map(
    Object.entries(resources).map(([id, resource]) => [id, new Set(referencesIn(resource))]),
  );
  for (;;) {
    const free = [...waitsFor].filter(([, others]) => [...others].every((other) => !waitsFor.has(other)));
    if (free.length === 0) return [...waitsFor.keys()];
    for (const [id] of free) waitsFor.delete(id);
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIntrinsic(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [key, ...more] = Object.keys(value);
  return more.length === 0 && key !== undefined && (key === 'Ref' || key.startsWith('Fn::'));
}
