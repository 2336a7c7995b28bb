import { Fragment } from 'react'
import type { Block, Chapter, Inline, Line } from './chapter.ts'
import styles from './manual-drawer.module.css'

export interface ChapterViewProps {
  readonly chapter: Chapter
  readonly onFollow: (id: string) => void
}

/** Element id of a block, for scrolling to it. */
export const blockId = (index: number): string => `manual-${index}`

export function ChapterView({ chapter, onFollow }: ChapterViewProps) {
  return (
    <article className={styles.chapter}>
      <p className="t-caption">{chapter.role}</p>
      <h2 className={styles.title}>{chapter.title}</h2>
      {chapter.blocks.map((block, index) => (
        <BlockView key={index} id={blockId(index)} block={block} onFollow={onFollow} />
      ))}
    </article>
  )
}

interface BlockProps extends Pick<ChapterViewProps, 'onFollow'> {
  readonly id: string
  readonly block: Block
}

function BlockView({ id, block, onFollow }: BlockProps) {
  const lineOf = (line: Line) => <LineView line={line} onFollow={onFollow} />
  switch (block.kind) {
    case 'heading':
      return (
        <h3 id={id} className={styles.heading} tabIndex={-1}>
          {block.text}
        </h3>
      )
    case 'text':
      return <p>{lineOf(block.line)}</p>
    case 'note':
      return <p className={styles.note}>{lineOf(block.line)}</p>
    case 'code':
      return <pre className={styles.code}>{block.text}</pre>
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={styles.list}>
          {block.items.map((item, index) => (
            <li key={index}>{lineOf(item)}</li>
          ))}
        </List>
      )
    }
    case 'picture':
      return (
        <a href={block.src} target="_blank" rel="noopener" title="查看大图">
          <img className={styles.picture} src={block.src} alt={block.alt} loading="lazy" />
        </a>
      )
    case 'table':
      return <TableView block={block} lineOf={lineOf} />
  }
}

interface TableProps {
  readonly block: Extract<Block, { kind: 'table' }>
  readonly lineOf: (line: Line) => React.ReactNode
}

function TableView({ block, lineOf }: TableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {block.head.map((cell, index) => (
            <th key={index}>{lineOf(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, index) => (
              <td key={index}>{lineOf(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LineView({ line, onFollow }: { readonly line: Line } & Pick<ChapterViewProps, 'onFollow'>) {
  return line.map((run, index) => (
    <Fragment key={index}>
      <Run run={run} onFollow={onFollow} />
    </Fragment>
  ))
}

function Run({ run, onFollow }: { readonly run: Inline } & Pick<ChapterViewProps, 'onFollow'>) {
  if (typeof run === 'string') return run
  if (run.kind === 'link') {
    return (
      <button type="button" className={styles.link} onClick={() => onFollow(run.to)}>
        {run.text}
      </button>
    )
  }
  return run.kind === 'strong' ? <strong>{run.text}</strong> : <code>{run.text}</code>
}
