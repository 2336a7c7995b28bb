import { useLayoutEffect, useRef } from 'react'
import styles from './rich-text-view.module.css'
import { sanitiseHtml } from './sanitise-html.ts'

export interface RichTextViewProps {
  /** HTML as somebody wrote it; it is sanitised here, whatever was done to it before. */
  readonly html: string
}

/** Formatted text of somebody else, to read. */
export function RichTextView({ html }: RichTextViewProps) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => host.current?.replaceChildren(sanitiseHtml(html)), [html])
  return <div ref={host} className={styles.text} />
}
