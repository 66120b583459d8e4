import { useSignal } from '@preact/signals';
import { SelectField } from '../../parts/form/field.tsx';
import { Title } from '../../parts/title.tsx';
import { place } from '../../router.ts';
import { BroughtImport } from './brought-import.tsx';
import { CrontabImport } from './crontab-import.tsx';
import { SOURCES, sourceNamed } from './sources.ts';

const CHOICES = [['crontab', 'A crontab'], ...SOURCES.map(({ id, label }) => [id, label] as const)] as const;

/** What is watched elsewhere, or by nobody yet: looked at first, and then watched here. `?from=` chooses. */
export function Screen() {
  const from = useSignal(place.value.query.get('from') ?? 'crontab');
  const source = sourceNamed(from.value);
  return (
    <>
      <Title text="Import" />
      <div class="form wide-form">
        <SelectField label="From" chosen={from} options={CHOICES} />
      </div>
      {source ? <BroughtImport key={source.id} source={source} /> : <CrontabImport />}
    </>
  );
}
