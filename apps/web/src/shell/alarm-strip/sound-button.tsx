import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import type { AlarmCounts } from '@natim/contract/mon/alarm'
import { type RefObject, useRef, useState } from 'react'
import { setAlarmSound, useAlarmSound } from '../../lib/alarm/alarm-sound.ts'
import { useAlarmVoice } from '../../lib/alarm/use-alarm-voice.ts'
import { viewMode } from '../../lib/view-mode.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popup } from '../../ui/popup/popup.tsx'
import styles from './alarm-strip.module.css'

/** Turns the tone on and off; while it rings, a press mutes it. */
export function SoundButton({ counts }: { readonly counts: AlarmCounts | undefined }) {
  const { isOn } = useAlarmSound()
  // An impersonation view must not ring like the user's own console.
  const voice = useAlarmVoice(counts, viewMode() === undefined)
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const label = voice.isRinging ? '静音，直到有新的报警' : isOn ? '报警声音：开' : '报警声音：关'
  return (
    <span ref={anchor} className={styles.slot}>
      <IconButton
        className={styles.sound}
        data-ringing={voice.isRinging || undefined}
        icon={isOn ? <SoundOutlined /> : <MutedOutlined />}
        aria-label={label}
        aria-haspopup={voice.isRinging ? undefined : 'dialog'}
        aria-expanded={voice.isRinging ? undefined : isOpen}
        hasTip
        onClick={() => (voice.isRinging ? voice.mute() : setIsOpen(!isOpen))}
      />
      {voice.tone === 'blocked' && (
        <span role="status" className="visually-hidden">
          浏览器尚未允许声音，点击页面任意处即可
        </span>
      )}
      {isOpen && <SoundMenu anchor={anchor} onClose={() => setIsOpen(false)} />}
    </span>
  )
}

interface SoundMenuProps {
  readonly anchor: RefObject<HTMLSpanElement | null>
  readonly onClose: () => void
}

function SoundMenu({ anchor, onClose }: SoundMenuProps) {
  const { isOn, isSpoken } = useAlarmSound()
  return (
    <Popup anchor={anchor} placement="bottomEnd" role="dialog" aria-label="报警声音" onClose={onClose}>
      <div className={styles.menu}>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isOn}
            // Turning sound on clears an earlier mute.
            onChange={({ target }) => setAlarmSound({ isOn: target.checked, mutedUntilMs: 0 })}
          />
          1–2 级未确认时响铃
        </label>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isSpoken}
            disabled={!isOn}
            onChange={({ target }) => setAlarmSound({ isSpoken: target.checked })}
          />
          语音播报
        </label>
        <p className={styles.hint}>仅对本机生效；响铃直到确认或静音。</p>
      </div>
    </Popup>
  )
}
