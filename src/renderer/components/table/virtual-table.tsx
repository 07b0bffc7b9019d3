// biome-ignore-all lint/a11y/useSemanticElements: rows that are made as they come on screen are placed by hand, which those of a table element cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are commands of the registry
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { fromTrack, type Geometry, reveal, toTrack, trackHeight, visibleRows } from '../../list/scroll-map';
import { COLUMN_GAP, type ColumnWidth, fitColumns, gridTemplate, ROW_SIDE } from './fit-columns';
import './virtual-table.css';

export interface TableColumn extends ColumnWidth {
  id: string;
  title: string;
  /** What the column says, in a sentence; shown on hover. */
  hint?: string;
  align?: 'right';
  sortable: boolean;
}

export interface TableSort {
  column: string;
  descending: boolean;
}

export interface VirtualTableHandle {
  /** Scrolls as little as it takes to show a row whole. */
  reveal(position: number): void;
  focus(): void;
  pageRows(): number;
}

interface Props {
  label: string;
  /** All of them: those without room are not shown. */
  columns: readonly TableColumn[];
  total: number;
  sort: TableSort;
  selected: number | null;
  /** The cells of a row, by the ids of the columns on screen; null while they are not here yet. */
  cellsOf(position: number, shown: ReadonlySet<string>): Readonly<Record<string, ReactNode>> | null;
  rowClassOf?(position: number): string;
  onSort(column: string): void;
  onSelect(position: number): void;
  onOpen(position: number): void;
  /** First and last position that is on screen. */
  onRange(first: number, last: number): void;
  ref?: Ref<VirtualTableHandle>;
}

const ROW_PX = 24;
const HEAD_PX = 24;
const SORT_SHAPES = { ascending: '▲', descending: '▼', none: '' } as const;

/**
 * A table of rows of one height, of which only those on screen are made. Sorting and paging are its owner's; keys are
 * commands of the registry, and `data-list` says that those of a list work here.
 */
export function VirtualTable(props: Props) {
  const { label, total, selected, onRange, ref } = props;
  const host = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(0);
  const [width, setWidth] = useState(0);
  const [track, setTrack] = useState(0);
  const geometry: Geometry = { rows: total, rowHeight: ROW_PX, viewport: size };
  const place = fromTrack(track, geometry);
  const { first, last } = visibleRows(place, geometry);
  const columns = useMemo(() => fitColumns(props.columns, width), [props.columns, width]);
  const shown = useMemo(() => new Set(columns.map(({ id }) => id)), [columns]);
  const grid = {
    '--vt-columns': gridTemplate(columns),
    '--vt-gap': `${COLUMN_GAP}px`,
    '--vt-side': `${ROW_SIDE}px`,
  };

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const measure = () => {
      setSize(Math.max(0, element.clientHeight - HEAD_PX));
      setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (size > 0) onRange(first, Math.max(first, last));
  }, [first, last, size, onRange]);

  useImperativeHandle(ref, () => ({
    reveal: (position) => {
      const element = host.current;
      if (!element) return;
      const now: Geometry = { rows: total, rowHeight: ROW_PX, viewport: element.clientHeight - HEAD_PX };
      const next = toTrack(reveal(position, fromTrack(element.scrollTop, now), now), now);
      if (next !== element.scrollTop) element.scrollTop = next;
      setTrack(element.scrollTop);
    },
    focus: () => host.current?.focus(),
    pageRows: () => Math.max(1, Math.floor(size / ROW_PX) - 1),
  }));

  const positions = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const isShown = selected !== null && selected >= first && selected <= last;
  return (
    <div
      ref={host}
      className="vt"
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={isShown ? rowId(label, selected) : undefined}
      tabIndex={0}
      data-list
      style={grid as CSSProperties}
      onScroll={(event) => setTrack(event.currentTarget.scrollTop)}
    >
      <Head {...props} columns={columns} />
      <div className="vt-spacer" role="presentation" style={{ height: trackHeight(geometry) }}>
        <div className="vt-layer" role="presentation" style={{ height: size }}>
          {positions.map((position) => (
            <TableRow
              key={position}
              {...props}
              columns={columns}
              shown={shown}
              id={rowId(label, position)}
              position={position}
              top={(position - place.row) * ROW_PX - place.offset}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const rowId = (label: string, position: number) => `${label.replace(/\W+/g, '-')}-${position}`;

function Head({ columns, sort, onSort }: Props) {
  return (
    <div className="vt-head" role="row" aria-rowindex={1}>
      {columns.map(({ id, title, hint, align, sortable }) => {
        const order = sort.column === id ? (sort.descending ? 'descending' : 'ascending') : 'none';
        return (
          <div
            key={id}
            role="columnheader"
            aria-sort={sortable ? order : undefined}
            className={align === 'right' ? 'vt-cell num' : 'vt-cell'}
            title={hint}
          >
            {sortable ? (
              <button type="button" className="vt-sort" onClick={() => onSort(id)}>
                {title} <span aria-hidden>{SORT_SHAPES[order]}</span>
              </button>
            ) : (
              title
            )}
          </div>
        );
      })}
    </div>
  );
}

interface RowProps extends Props {
  shown: ReadonlySet<string>;
  id: string;
  position: number;
  top: number;
}

function TableRow({ id, position, top, columns, shown, selected, ...props }: RowProps) {
  const cells = props.cellsOf(position, shown);
  const className = ['vt-row', position % 2 === 1 ? 'odd' : '', props.rowClassOf?.(position) ?? ''].join(' ');
  return (
    <div
      id={id}
      className={className}
      role="row"
      aria-rowindex={position + 2}
      aria-selected={position === selected}
      data-position={position}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => props.onSelect(position)}
      onDoubleClick={() => props.onOpen(position)}
    >
      {columns.map(({ id: column, align }, at) => (
        <div key={column} role="gridcell" className={align === 'right' ? 'vt-cell num' : 'vt-cell'}>
          {cells === null ? at === 0 && <span className="vt-waiting" /> : cells[column]}
        </div>
      ))}
    </div>
  );
}
