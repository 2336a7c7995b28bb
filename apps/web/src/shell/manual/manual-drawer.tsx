import { chapters } from 'virtual:manual'
import { ArrowLeftOutlined, SearchOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Drawer, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIsPhone } from '../../lib/use-media.ts'
import { type Chapter, chapterOf } from './chapter.ts'
import { blockId, ChapterView } from './chapter-view.tsx'
import styles from './manual-drawer.module.css'
import { closeManual, type ManualProps, useManual } from './manual-state.ts'
import { type Hit, markWords, searchManual } from './search-manual.ts'

const WIDTH_PX = 560
/** Above every dialog, below short messages. */
const Z_INDEX = 1_900

/** px: height of the search box covering the top of the scroll area, with some margin. */
const SEARCH_PX = 72

/** Content of the drawer: a chapter, optionally from a heading, or the contents. */
interface Shown {
  readonly chapter: Chapter | undefined
  readonly headingAt?: number | undefined
}

/**
 * The manual beside the page, which stays usable so that its steps can be followed. Over a dialog it traps the focus,
 * because everything behind it is covered by the dialog.
 */
export function ManualDrawer({ place }: ManualProps) {
  const isOpen = useManual((state) => state.isOpen)
  const isPhone = useIsPhone()
  const [isOverDialog, setIsOverDialog] = useState(false)
  const [asked, setAsked] = useState<{ readonly place: string; readonly isOpen: boolean }>()
  const [shown, setShown] = useState<Shown>({ chapter: undefined })
  const [query, setQuery] = useState('')
  // When opened, or when the page changes: show the chapter of the page.
  if (asked?.place !== place || asked.isOpen !== isOpen) {
    setAsked({ place, isOpen })
    if (isOpen) {
      setShown({ chapter: chapterOf(chapters, place) })
      setQuery('')
      setIsOverDialog(document.querySelector('[aria-modal="true"]') !== null)
    }
  }
  const show = (next: Shown) => {
    setShown(next)
    setQuery('')
  }
  const hits = searchManual(chapters, query)
  const choose = ({ chapter, headingAt }: Hit) => show({ chapter, headingAt })
  return (
    <Drawer
      open={isOpen}
      onClose={closeManual}
      title="使用手册"
      extra={
        <Button type="text" icon={<UnorderedListOutlined />} onClick={() => show({ chapter: undefined })}>
          目录
        </Button>
      }
      size={isPhone ? '85%' : WIDTH_PX}
      placement={isPhone ? 'bottom' : 'right'}
      mask={false}
      focusable={{ trap: isOverDialog }}
      zIndex={Z_INDEX}
      closable={{ placement: 'end', 'aria-label': '关闭' }}
      styles={{ header: { padding: '10px 20px' }, body: { padding: 0 } }}
    >
      <div className={styles.search}>
        <Input
          type="search"
          aria-label="搜索手册"
          placeholder="搜索手册"
          prefix={<SearchOutlined aria-hidden />}
          allowClear
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onPressEnter={() => hits[0] && choose(hits[0])}
        />
      </div>
      {query.trim() === '' ? (
        <Reading shown={shown} onShow={show} />
      ) : (
        <Hits query={query} hits={hits} onChoose={choose} />
      )}
    </Drawer>
  )
}

function Reading({ shown, onShow }: { readonly shown: Shown; readonly onShow: (next: Shown) => void }) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = shown.headingAt === undefined ? null : document.getElementById(blockId(shown.headingAt))
    const scroller = top.current?.parentElement
    if (!scroller) return
    if (heading) {
      heading.focus({ preventScroll: true })
      scroller.scrollTop += heading.getBoundingClientRect().top - scroller.getBoundingClientRect().top - SEARCH_PX
    } else scroller.scrollTop = 0
  }, [shown])
  const { chapter } = shown
  const follow = (id: string) => onShow({ chapter: chapters.find((other) => other.id === id) })
  return (
    <div ref={top}>
      {chapter === undefined ? <Contents onFollow={follow} /> : <ChapterView chapter={chapter} onFollow={follow} />}
      {chapter && (
        <p className={styles.foot}>
          <Button type="link" icon={<ArrowLeftOutlined />} onClick={() => onShow({ chapter: undefined })}>
            全部章节
          </Button>
        </p>
      )}
    </div>
  )
}

function Contents({ onFollow }: { readonly onFollow: (id: string) => void }) {
  const roles = [...new Set(chapters.map(({ role }) => role))]
  return (
    <nav aria-label="手册目录" className={styles.contents}>
      {roles.map((role) => (
        <section key={role}>
          <h2 className={styles.heading}>{role}</h2>
          <ul>
            {chapters
              .filter((chapter) => chapter.role === role)
              .map(({ id, title }) => (
                <li key={id}>
                  <button type="button" className={styles.entry} onClick={() => onFollow(id)}>
                    {title}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

interface HitsProps {
  readonly query: string
  readonly hits: readonly Hit[]
  readonly onChoose: (hit: Hit) => void
}

function Hits({ query, hits, onChoose }: HitsProps) {
  return (
    <section aria-label="搜索结果" className={styles.hits}>
      <p role="status" className="t-caption">
        {hits.length === 0 ? `手册里没有「${query.trim()}」` : `${hits.length} 处`}
      </p>
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.chapter.id}#${hit.headingAt ?? ''}`}>
            <button type="button" className={styles.hit} onClick={() => onChoose(hit)}>
              <strong>
                {hit.chapter.title}
                {hit.heading !== undefined && ` › ${hit.heading}`}
              </strong>
              <span className="t-secondary">
                <Marked text={hit.excerpt} query={query} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  return markWords(text, query).map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))
}
