import { useLayoutEffect, useRef } from 'react'
import styles from './rich-text-view.module.css'
import { sanitiseHtml } from './sanitise-html.ts'

export interface RichTextViewProps {
  /** Untrusted HTML; always sanitised here. */
  readonly html: string
}

/** Read-only view of formatted text by other users. */
export function RichTextView({ html }: RichTextViewProps) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => host.current?.replaceChildren(sanitiseHtml(html)), [html])
  return <div ref={host} className={styles.text} />
}
