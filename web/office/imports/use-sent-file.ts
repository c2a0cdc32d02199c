import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isAnswerLost, sentenceOf } from '#web/client.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';

export const LOOK_AGAIN_MS = 1000;
const MOST_RETRIES = 5;
const MOST_NAME = 200;
/** In these stages nothing changes until a person does something. */
const STEADY = ['none', 'checked', 'failed', 'written'];

interface SentState {
  id: string;
  stage: string;
  /** The bytes that the server has. */
  received: number;
}

interface FileCalls<State extends SentState> {
  name: string;
  pieceBytes: number;
  look: (signal?: AbortSignal) => Promise<State>;
  send: (place: { id: string; offset: number }, sending: { file: File; signal: AbortSignal }) => Promise<State>;
  notSent: string;
}

interface SentFile<State extends SentState> {
  state: State | undefined;
  load: Load<State>;
  failure: string | undefined;
  isSending: boolean;
  show: (state: State) => void;
  /** Announces the file with `begin`, and sends the pieces that the server has not received. */
  send: (file: File, begin: (signal: AbortSignal) => Promise<State>) => Promise<void>;
  abort: () => void;
}

/** A file that is sent in pieces to a task of the server, and the state of that task, looked at while it changes. */
export function useSentFile<State extends SentState>(calls: FileCalls<State>): SentFile<State> {
  const load = useLoad(calls.name, (signal) => calls.look(signal));
  const [shown, show] = useState<State>();
  const [failure, setFailure] = useState<string>();
  const sending = useRef<AbortController>(undefined);
  const [isSending, setIsSending] = useState(false);
  const state = shown ?? load.data;
  useLooking(state !== undefined && !STEADY.includes(state.stage) && !isSending, async () => {
    const found = await calls.look().catch(() => undefined);
    return found && (() => show(found));
  });
  useEffect(() => () => sending.current?.abort(), []);
  const send: SentFile<State>['send'] = async (file, begin) => {
    if (sending.current) return;
    const abort = new AbortController();
    sending.current = abort;
    setIsSending(true);
    setFailure(undefined);
    try {
      await sendInPieces({ calls, file, signal: abort.signal, show, begun: await begin(abort.signal) });
    } catch (error) {
      if (!abort.signal.aborted) {
        setFailure(sentenceOf(error, calls.notSent));
        // The current state is shown, because another person may have begun with another file.
        await calls.look().then(show, () => undefined);
      }
    } finally {
      sending.current = undefined;
      setIsSending(false);
    }
  };
  return { state, load, failure, isSending, show, send, abort: () => sending.current?.abort() };
}

/**
 * Looks again and again while `isOn`. The next look begins only after the previous answer, which may be late while the
 * task locks the database. `look` returns what to do with the answer, unless the page was left meanwhile.
 */
export function useLooking(isOn: boolean, look: () => Promise<(() => void) | undefined>): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout>;
    let isLeft = false;
    const turn = async () => {
      const found = await lookNow();
      if (isLeft) return;
      found?.();
      timer = setTimeout(() => void turn(), LOOK_AGAIN_MS);
    };
    timer = setTimeout(() => void turn(), LOOK_AGAIN_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [isOn]);
}

interface Sending<State extends SentState> {
  calls: FileCalls<State>;
  file: File;
  signal: AbortSignal;
  show: (state: State) => void;
  begun: State;
}

/** Sends the pieces that the server has not received. A piece whose answer was lost is sent again a few times. */
async function sendInPieces<State extends SentState>(sending: Sending<State>): Promise<void> {
  const { calls, file, signal, show } = sending;
  let state = sending.begun;
  show(state);
  for (let lost = 0; state.stage === 'receiving'; ) {
    const { id, received: offset } = state;
    const piece = new File([file.slice(offset, offset + calls.pieceBytes)], 'piece');
    try {
      const answer = await calls.send({ id, offset }, { file: piece, signal });
      if (answer.id !== id) return show(answer);
      lost = answer.received > offset ? 0 : lost + 1;
      state = answer;
      show(state);
    } catch (error) {
      lost += 1;
      if (signal.aborted || !isAnswerLost(error) || lost > MOST_RETRIES) throw error;
    }
    if (lost > MOST_RETRIES) throw new Error('the server takes no more of the file');
    if (lost > 0) await new Promise((resolve) => setTimeout(resolve, lost * LOOK_AGAIN_MS));
  }
}

/** Returns what a server compares to recognise a file that is chosen again. */
export function factsOf({ name, size, lastModified }: File) {
  return { name: name.slice(0, MOST_NAME), bytes: size, modified: lastModified };
}
