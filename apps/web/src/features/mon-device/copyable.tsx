import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Typography } from 'antd'
import styles from './copyable.module.css'

export interface CopyButtonProps {
  readonly text: string
  /** What the button does: 复制客户端 ID. */
  readonly label: string
}

/** Copies a text to the clipboard, also where the page is not served over TLS. */
export function CopyButton({ text, label }: CopyButtonProps) {
  return (
    <Typography.Text
      className={styles.button}
      copyable={{
        text,
        tooltips: [label, '已复制'],
        icon: [<CopyOutlined aria-hidden key="copy" />, <CheckOutlined aria-hidden key="copied" />],
      }}
    />
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
