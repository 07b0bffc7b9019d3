import { useEffect, useState } from 'react';
import type { ImagePlace } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { useDelayed } from '../../components/use-delayed';
import { problemOf } from '../problem-note';
import { readImageUrl } from './image-data';

interface Props {
  client: EngineClient | null;
  session: number;
  frame: number;
  image: ImagePlace;
  /** Media type, size and bytes. */
  words: string;
}

/** Pictures of fewer points are drawn larger, point by point: an icon of 16 points would be a speck. */
const SMALL_POINTS = 48;
const ENLARGED_POINTS = 128;

/** How many times larger a picture is drawn. */
export function enlargement(width: number, height: number): number {
  const side = Math.max(width, height);
  return side === 0 || side >= SMALL_POINTS ? 1 : Math.floor(ENLARGED_POINTS / side);
}

const BROKEN = 'The picture cannot be drawn: its data is broken. Raw holds it as it is.';

/** A picture drawn from the data in its frame. */
export function BlockImage({ client, session, frame, image, words }: Props) {
  const [state, setState] = useState<{ url: string | null; problem: string | null }>({
    url: null,
    problem: null,
  });
  const [enlarged, setEnlarged] = useState<{ times: number; width: number } | null>(null);

  const place = image.path.join('.');
  const late = useDelayed(state.url === null, 150);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place in a newer answer is the same picture
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
  }, [client, session, frame, place, image.units]);

  const { url, problem } = state;
  if (problem !== null) return <p className="block-note">{problem}</p>;
  return (
    <div className="block-image" data-testid="block-image" aria-busy={url === null}>
      {url === null ? (
        <p className="block-note" role="status">
          {!client ? 'The engine stopped before it read this picture.' : late && 'Reading the picture'}
        </p>
      ) : (
        <img
          src={url}
          alt={`From this frame: ${words}`}
          draggable={false}
          className={enlarged ? 'enlarged' : undefined}
          width={enlarged?.width}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            const times = enlargement(naturalWidth, naturalHeight);
            setEnlarged(times > 1 ? { times, width: naturalWidth * times } : null);
          }}
          onError={() => setState({ url: null, problem: BROKEN })}
        />
      )}
      {url !== null && enlarged && <p className="muted">drawn {enlarged.times} times larger</p>}
    </div>
  );
}
