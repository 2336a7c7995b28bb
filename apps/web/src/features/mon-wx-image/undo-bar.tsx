import { type WxImage, wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWxOrders } from './use-wx.ts'
import styles from './wx.module.css'

export interface Undoable {
  readonly image: WxImage
  readonly message: string
  /** By the browser's clock, epoch ms. */
  readonly untilMs: number
}

interface UndoBarProps {
  readonly undoable: Undoable
  readonly onShow: (id: string) => void
  readonly onEnd: () => void
}

const TICK_MS = 250

/** The last decision, while it can be undone. */
export function UndoBar({ undoable: { image, message, untilMs }, onShow, onEnd }: UndoBarProps) {
  const { order, isBusy } = useWxOrders()
  const [leftMs, setLeftMs] = useState(() => untilMs - Date.now())
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const timer = setInterval(() => {
      setLeftMs(untilMs - Date.now())
      if (Date.now() >= untilMs) end()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [untilMs])
  const undo = async () => {
    const undone = await order(wxImageEndpoints.undo, { body: { id: image.id, version: image.version } })
    onEnd()
    if (undone) onShow(image.id)
  }
  return (
    <div className={styles.undo} role="status">
      <span>
        {image.no} {message}
      </span>
      <Button size="small" loading={isBusy} onClick={() => void undo()}>
        {`撤销（${Math.max(1, Math.ceil(leftMs / 1_000))}）`}
      </Button>
    </div>
  )
}
