import { useEffect, useState } from 'react'
import { copyText } from '@/lib/copy-text.ts'
import { IconButton } from '@/ui/icon-button.tsx'
import styles from './copyable.module.css'

const THANKS_MS = 3_000

export interface CopyButtonProps {
  readonly text: string
  /** What the button does: 复制客户端 ID. */
  readonly label: string
}

/** Copies a text to the clipboard, and says for a moment that it did. */
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

/** Text with a button that copies it. `isOnHover`: the button shows on hover and focus only, where it repeats in rows. */
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
