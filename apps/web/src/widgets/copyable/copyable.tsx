import { useEffect, useState } from 'react'
import { copyText } from '@/lib/copy-text.ts'
import { IconButton } from '@/ui/icon-button.tsx'
import styles from './copyable.module.css'

const THANKS_MS = 3_000

export interface CopyButtonProps {
  readonly text: string
  /** Label of the action: 复制客户端 ID. */
  readonly label: string
}

/** Copies a text to the clipboard, with brief feedback. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), THANKS_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => setIsCopied(await copyText(text))
  return (
    <span className={styles.copy} data-copied={isCopied}>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        className={styles.button}
        title={isCopied ? '已复制' : label}
        aria-label={label}
        onClick={() => void copy()}
      />
      {isCopied && (
        <span role="status" className="visually-hidden">
          已复制
        </span>
      )}
    </span>
  )
}

/** Text with a copy button. `isOnHover`: shows the button only on hover and focus, where it repeats in rows. */
export function Copyable({ text, label, isOnHover }: CopyButtonProps & { readonly isOnHover?: boolean }) {
  return (
    <span className={styles.copyable} data-hover={isOnHover || undefined}>
      <span className="ellipsis" title={text}>
        {text}
      </span>
      <CopyButton text={text} label={label} />
    </span>
  )
}
