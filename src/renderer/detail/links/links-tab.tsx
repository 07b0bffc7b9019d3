import { Copy } from 'lucide-react';
import type {
  FrameLinks,
  Identity,
  RelatedFrame,
  Relation,
  SearchExtent,
} from '../../../ipc/engine-contract';
import { askShell } from '../../bridge/shell';
import { identityTerm } from '../../filter/values/value-terms';
import { tellFailure, useNotices } from '../../stores/notices';
import { formatCount, plural } from '../../text/format';
import { ProblemNote } from '../problem-note';
import './links.css';
import type { LinksLoad } from './use-frame-links';

interface Props {
  load: LinksLoad;
  onJump(frame: number): void;
}

/** What the frame is called, how sure that is, and which frames it belongs with. */
export function LinksTab({ load: { links, late, searching, problem }, onJump }: Props) {
  if (problem) return <ProblemNote problem={problem} />;
  if (!links) {
    return late ? (
      <p className="detail-note" role="status">
        Reading the ids of this frame.
      </p>
    ) : null;
  }
  return (
    <div className="links">
      <section aria-labelledby="links-identities">
        <h3 id="links-identities">Identities</h3>
        <Identities links={links} />
      </section>
      <section aria-labelledby="links-frames" aria-busy={searching}>
        <h3 id="links-frames">Related frames</h3>
        {links.relations.map((relation) => (
          <RelationGroup key={`${relation.title} ${relation.value}`} relation={relation} onJump={onJump} />
        ))}
        <Extent links={links} searching={searching} />
      </section>
    </div>
  );
}

function Identities({ links: { identities, identitiesLeftOff } }: { links: FrameLinks }) {
  if (identities.length === 0) {
    return (
      <p className="block-note">This piece is no frame, so it has no ids. Its number and offset name it.</p>
    );
  }
  return (
    <>
      <ul className="identities">
        {identities.map((identity) => (
          <IdentityLine key={`${identity.as} ${identity.value}`} identity={identity} />
        ))}
      </ul>
      {identitiesLeftOff > 0 && (
        <p className="block-cut">{formatCount(identitiesLeftOff)} more ids are in the raw form.</p>
      )}
    </>
  );
}

const CONFIDENCE: Record<Identity['confidence'], { shape: string; says: string }> = {
  provided: { shape: '●', says: 'The frame states it as its own.' },
  relation: { shape: '◇', says: 'The frame states it as the id of something else.' },
  inferred: { shape: '~', says: 'No key states it.' },
};

function IdentityLine({ identity }: { identity: Identity }) {
  const { shape, says } = CONFIDENCE[identity.confidence];
  return (
    <li
      className="identity"
      data-confidence={identity.confidence}
      data-filter-term={
        identity.confidence === 'inferred' ? undefined : (identityTerm(identity)?.term ?? undefined)
      }
    >
      <span className="identity-name">{identity.as}</span>
      <span className="identity-value mono">{identity.value}</span>
      <button
        type="button"
        className="identity-copy"
        aria-label={`Copy the ${identity.as} id`}
        title="Copy"
        onClick={() => void copyId(identity)}
      >
        <Copy size={13} aria-hidden />
      </button>
      <span className="identity-source">
        <span className="identity-confidence" title={says}>
          <span aria-hidden>{shape}</span> {identity.confidence}
        </span>
        {identity.confidence === 'inferred' ? ' from ' : ' by '}
        {identity.confidence === 'inferred' ? (
          identity.source
        ) : (
          <code className="mono">{identity.source}</code>
        )}
      </span>
      {identity.rule !== null && <span className="identity-rule">{identity.rule}</span>}
    </li>
  );
}

async function copyId({ as, value }: Identity): Promise<void> {
  try {
    await askShell('copyText', { text: value });
    useNotices
      .getState()
      .show({ id: 'copy', tone: 'ok', text: `Copied the ${as} id.`, dismissible: true, brief: true });
  } catch (error) {
    tellFailure('copy', error);
  }
}

function RelationGroup({ relation, onJump }: { relation: Relation; onJump(frame: number): void }) {
  const { title, value, how, inferred, count, atLeast, first, last, frames } = relation;
  const more = count - frames.length;
  return (
    <article className="relation">
      <header>
        <h4>{title}</h4>
        <span className="muted">
          {count === 0
            ? 'not in this file'
            : `${atLeast ? 'at least ' : ''}${plural(count, 'frame')}${inferred ? ', inferred' : ''}`}
        </span>
        {value !== null && (
          <span className="relation-value mono" title={value}>
            {value}
          </span>
        )}
      </header>
      <p className="relation-how">{how}</p>
      {frames.length > 0 && (
        <ul>
          {frames.map((frame) => (
            <RelatedLine key={frame.frame} related={frame} onJump={onJump} />
          ))}
        </ul>
      )}
      {more > 0 && first !== null && last !== null && (
        <p className="relation-more">
          {formatCount(more)} more, from <FrameLink frame={first} onJump={onJump} /> to{' '}
          <FrameLink frame={last} onJump={onJump} />
        </p>
      )}
    </article>
  );
}

function FrameLink({ frame, onJump }: { frame: number; onJump(frame: number): void }) {
  return (
    <button type="button" className="link" onClick={() => onJump(frame)}>
      #{formatCount(frame)}
    </button>
  );
}

function RelatedLine({ related, onJump }: { related: RelatedFrame; onJump(frame: number): void }) {
  const kind = related.detail ? `${related.kind} · ${related.detail}` : related.kind;
  return (
    <li>
      <button type="button" className="related" onClick={() => onJump(related.frame)}>
        <span className="related-number mono">#{formatCount(related.frame)}</span>
        <i className="bar-mark" style={{ background: `var(--k-${related.family})` }} />
        <span className="related-kind">{kind}</span>
        <span className="related-summary">
          {related.strong && <b>{related.strong} </b>}
          {related.summary}
        </span>
      </button>
    </li>
  );
}

function Extent({ links, searching }: { links: FrameLinks; searching: boolean }) {
  const { relations, search } = links;
  if (searching) {
    return (
      <p className="relation-how" role="status">
        Searching the file for the ids that the index does not keep.
      </p>
    );
  }
  return (
    <>
      {relations.length === 0 && <p className="block-note">No other frame shares an id with this one.</p>}
      {search !== null && <p className="relation-how">{extentText(search)}</p>}
    </>
  );
}

function extentText({ fromFrame, toFrame, frames, complete }: SearchExtent): string {
  if (complete) return `All ${plural(frames, 'frame')} were searched for its ids.`;
  return `Frames ${formatCount(fromFrame)} to ${formatCount(toFrame)} were searched for its ids; there may be more beyond.`;
}
