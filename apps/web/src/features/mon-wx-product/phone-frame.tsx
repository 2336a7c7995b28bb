import type { WxCover } from '@natim/contract/mon/wx-product'
import { articleHtml, curveSvg, type WxBlock, type WxSnapshot } from '@natim/domain/wx-product-body'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { apiBase } from '@/lib/config.ts'
import { useSite } from '@/lib/site.ts'
import styles from './phone.module.css'

/** Uploaded pictures are public to anyone with their path, as those of an article must be. */
export const pictureUrl = (path: string): string => `${apiBase()}/sys/common/static/${path}`

export interface PhoneArticle {
  readonly title: string
  readonly blocks: readonly WxBlock[]
  readonly snapshot: WxSnapshot
  readonly cover: WxCover | null
  readonly mark: string
  readonly drill: boolean
  readonly isRecalled?: boolean
}

/** The article as the account will show it: the same HTML that is published. */
export function PhoneFrame({ article }: { readonly article: PhoneArticle }) {
  const { title, blocks, snapshot, cover, mark, drill, isRecalled = false } = article
  const { networkName } = useSite()
  const host = useRef<HTMLDivElement>(null)
  const html = useMemo(
    () =>
      articleHtml({
        blocks,
        snapshot,
        mark,
        isDrill: drill,
        pictureOf: (block) => {
          if (block.type === 'image') return pictureUrl(block.path)
          const figures = snapshot.figures[block.id]
          return figures && `data:image/svg+xml,${encodeURIComponent(curveSvg(figures))}`
        },
      }),
    [blocks, snapshot, mark, drill],
  )
  useLayoutEffect(() => {
    // All text is escaped when the HTML is built; parsed nodes execute nothing.
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    host.current?.replaceChildren(...body.childNodes)
  }, [html])
  return (
    <div className={styles.phone}>
      <div className={styles.bar} aria-hidden>
        微信公众号
      </div>
      <div className={styles.screen} tabIndex={0} role="region" aria-label="手机预览文章">
        {isRecalled && <p className={styles.recalled}>该内容已被发布者撤回</p>}
        {cover && (
          <div className={styles.cover}>
            <Cropped cover={cover} crop={cover.wide} ratio={2.35} alt="封面" />
          </div>
        )}
        <h1>{title || '（无标题）'}</h1>
        <p className={styles.by}>{networkName}</p>
        <div ref={host} />
      </div>
    </div>
  )
}

interface CroppedProps {
  readonly cover: Pick<WxCover, 'path'>
  readonly crop: WxCover['wide']
  /** Width by height. */
  readonly ratio: number
  readonly alt: string
}

/** A crop of a picture, as wide as its box. */
export function Cropped({ cover, crop: [left, top, right, bottom], ratio, alt }: CroppedProps) {
  const [width, height] = [right - left, bottom - top]
  return (
    <div className={styles.crop} style={{ aspectRatio: ratio }}>
      <img
        src={pictureUrl(cover.path)}
        alt={alt}
        style={{
          width: `${100 / width}%`,
          height: `${100 / height}%`,
          left: `${(-100 * left) / width}%`,
          top: `${(-100 * top) / height}%`,
        }}
      />
    </div>
  )
}
