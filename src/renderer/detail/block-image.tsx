import { useEffect, useState } from 'react';
import type { ImagePlace } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { readImageUrl } from './image-data';
import { problemOf } from './problem-note';

interface Props {
  client: EngineClient | null;
  session: number;
  frame: number;
  image: ImagePlace;
  /** Media type, size and bytes. */
  words: string;
}

const BROKEN = 'The picture cannot be drawn: its data is broken. Raw holds it as it is.';

/** A picture drawn from the data in its frame. */
export function BlockImage({ client, session, frame, image, words }: Props) {
  const [state, setState] = useState<{ url: string | null; problem: string | null }>({
    url: null,
    problem: null,
  });

  useEffect(() => {
    if (!client) return;
    const controller = new AbortController();
    setState({ url: null, problem: null });
    readImageUrl(client, session, frame, image, controller.signal).then(
      (url) => {
        if (!controller.signal.aborted) setState({ url, problem: null });
      },
      (error: unknown) => {
        const problem = problemOf(error);
        if (!controller.signal.aborted && problem) setState({ url: null, problem: problem.text });
      },
    );
    return () => controller.abort();
  }, [client, session, frame, image]);

  const { url, problem } = state;
  if (problem !== null) return <p className="block-note">{problem}</p>;
  return (
    <div className="block-image" data-testid="block-image" aria-busy={url === null}>
      {url === null ? (
        <p className="block-note" role="status">
          {client ? 'Reading the picture' : 'The engine stopped before it read this picture.'}
        </p>
      ) : (
        <img
          src={url}
          alt={`From this frame: ${words}`}
          draggable={false}
          onError={() => setState({ url: null, problem: BROKEN })}
        />
      )}
    </div>
  );
}
