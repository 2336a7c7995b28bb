import {
  CaretRightOutlined,
  FullscreenOutlined,
  PauseOutlined,
  RollbackOutlined,
  SoundOutlined,
} from '@ant-design/icons'
import { formatClock } from '@natim/domain/format'
import { calendarDayGmt8 } from '@natim/domain/time'
import {
  DAY_END,
  DAY_START,
  WALL_ROTATIONS,
  WALL_SPEEDS,
  type WallRotation,
  type WallSpan,
  type WallSpeed,
  wallSpan,
} from '@natim/domain/wall'
import { Button, Segmented, Select, Slider } from 'antd'
import { useState } from 'react'
import { goTo } from '@/lib/address.tsx'
import { serverNow } from '@/lib/clock.ts'
import { DateInput, TimeInput } from '@/widgets/date-input/date-input.tsx'
import styles from './controls.module.css'
import { useWallSpan } from './use-panel-data.ts'
import type { WallSound } from './use-wall-sound.ts'
import { useWall, useWallClock, useWallContext } from './wall-context.tsx'

const ROTATIONS = WALL_ROTATIONS.map((value) => ({ value, label: value === 0 ? '不轮播' : `轮播 ${value} s` }))
const SPEEDS = WALL_SPEEDS.filter((speed) => speed > 0).map((value) => ({ value, label: `×${value}` }))
const MODES = [
  { value: 'live', label: '实时' },
  { value: 'history', label: '历史' },
]

/** Controls below the map: visible while the pointer moves, always in history mode. */
export function Controls({ sound }: { readonly sound: WallSound }) {
  const { store, isKiosk } = useWallContext()
  const mode = useWall((state) => state.mode)
  const rotateS = useWall((state) => state.rotateS)
  const isOwn = useWall((state) => state.isOwn)
  const span = useWallSpan()
  const setMode = (next: string) => {
    if (next === 'live') return store.change({ mode: 'live' })
    const nowMs = serverNow()
    const day = { selectedDate: calendarDayGmt8(nowMs), startTime: DAY_START, endTime: DAY_END }
    store.change({ mode: 'history', ...day, playback: { cursorMs: nowMs, atMs: nowMs, speed: 0 } })
  }
  if (isKiosk) return null
  return (
    <div className={styles.controls} data-past={mode === 'history' || undefined} role="toolbar" aria-label="大屏控制">
      {mode === 'history' && <Span />}
      {span && <Playback span={span} />}
      <div className={styles.row}>
        <Segmented size="small" options={MODES} value={mode} onChange={setMode} aria-label="模式" />
        <Select
          size="small"
          aria-label="轮播"
          options={ROTATIONS}
          value={rotateS}
          onChange={(value: WallRotation) => store.change({ rotateS: value })}
          getPopupContainer={(element) => element.parentElement ?? document.body}
          style={{ width: 104 }}
        />
        <Button
          size="small"
          icon={<SoundOutlined />}
          aria-pressed={sound.isOn}
          type={sound.isOn ? 'primary' : 'default'}
          onClick={sound.toggle}
        >
          {sound.isOn ? '声音开' : '声音关'}
        </Button>
        {isOwn && (
          <Button size="small" onClick={store.followAgain}>
            恢复共享
          </Button>
        )}
        <Button
          size="small"
          icon={<FullscreenOutlined />}
          aria-label="全屏"
          onClick={() =>
            void (document.fullscreenElement ? document.exitFullscreen() : document.body.requestFullscreen())
          }
        />
        <Button size="small" icon={<RollbackOutlined />} onClick={() => goTo('/mon/wall')}>
          退出
        </Button>
      </div>
    </div>
  )
}

/** Day and hours shown by all corners. */
function Span() {
  const { store } = useWallContext()
  const selectedDate = useWall((state) => state.selectedDate)
  const startTime = useWall((state) => state.startTime)
  const endTime = useWall((state) => state.endTime)
  const [draft, setDraft] = useState<{ selectedDate: string; startTime: string; endTime: string }>()
  const shown = draft ?? { selectedDate, startTime, endTime }
  const set = (change: Partial<typeof shown>) => {
    const next = { ...shown, ...change }
    const span = wallSpan(next)
    setDraft(span ? undefined : next)
    if (span) store.change({ ...next, playback: { cursorMs: span.fromMs, atMs: serverNow(), speed: 0 } })
  }
  const isInverted = wallSpan(shown) === undefined
  return (
    <div className={styles.row}>
      <div className={styles.day}>
        <DateInput
          aria-label="日期"
          allowClear={false}
          value={shown.selectedDate}
          onChange={(text) => text && set({ selectedDate: text })}
        />
      </div>
      <div className={styles.hour}>
        <TimeInput
          aria-label="开始时间"
          allowClear={false}
          value={shown.startTime}
          onChange={(text) => text && set({ startTime: text })}
        />
      </div>
      <div className={styles.hour}>
        <TimeInput
          aria-label="结束时间"
          allowClear={false}
          value={shown.endTime}
          onChange={(text) => text && set({ endTime: text })}
        />
      </div>
      {isInverted && (
        <span className={styles.wrong} role="alert">
          结束时间必须晚于开始时间！
        </span>
      )}
    </div>
  )
}

/** Playback with one cursor for all corners and the map. */
function Playback({ span }: { readonly span: WallSpan }) {
  const { store } = useWallContext()
  const playback = useWall((state) => state.playback)
  const [speed, setSpeed] = useState<WallSpeed>(60)
  const cursorMs = useWallClock((nowMs) => Math.floor(nowMs / 1_000) * 1_000)
  const isPlaying = playback.speed > 0 && cursorMs < span.toMs - 1_000
  const set = (next: { cursorMs?: number; speed?: WallSpeed }) =>
    store.change({ playback: { cursorMs, speed: playback.speed, ...next, atMs: serverNow() } })
  const play = () => {
    if (isPlaying) return set({ speed: 0 })
    set({ speed, cursorMs: cursorMs >= span.toMs - 1_000 ? span.fromMs : cursorMs })
  }
  return (
    <div className={styles.row}>
      <Button
        size="small"
        type="primary"
        icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
        aria-label={isPlaying ? '暂停' : '播放'}
        onClick={play}
      />
      <Select
        size="small"
        aria-label="速度"
        options={SPEEDS}
        value={playback.speed > 0 ? playback.speed : speed}
        onChange={(value: WallSpeed) => {
          setSpeed(value)
          if (isPlaying) set({ speed: value })
        }}
        getPopupContainer={(element) => element.parentElement ?? document.body}
        style={{ width: 80 }}
      />
      <Slider
        className={styles.slider}
        ariaLabelForHandle="时间"
        min={span.fromMs}
        max={span.toMs}
        step={1_000}
        value={cursorMs}
        tooltip={{ formatter: (value) => formatClock(value ?? 0) }}
        onChange={(value: number) => set({ cursorMs: value })}
      />
      <span className={styles.cursor}>{formatClock(cursorMs)}</span>
    </div>
  )
}
