import { useSignal } from '@preact/signals';
import { call } from '../api/call.ts';
import { Button } from '../parts/button.tsx';
import type { OwnersChannel } from '../words/told-by.ts';

interface TestProps {
  channel: Pick<OwnersChannel, 'id' | 'name'>;
  onTested: (channel: OwnersChannel) => void;
}

/** Sends a marked test by a channel and says what became of it. */
export function TestChannel({ channel: { id, name }, onTested }: TestProps) {
  const last = useSignal<OwnersChannel['last']>(null);
  const send = async () => {
    last.value = null;
    const tested = await call('testChannel', { params: { id } });
    last.value = tested.last;
    onTested(tested);
  };
  return (
    <>
      <Button icon="mail" label={`Test ${name}`} onClick={send}>
        Test
      </Button>
      <span role="status">
        {last.value?.delivered === true && 'The test arrived.'}
        {last.value?.delivered === false && `The test did not arrive. ${last.value.detail}`}
      </span>
    </>
  );
}
