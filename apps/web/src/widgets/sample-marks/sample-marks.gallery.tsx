import type { MarkEffect } from '@natim/contract/mon/sample-mark'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { EffectLines } from './effect-lines.tsx'

const END = Date.parse('2026-11-18T14:00:00+08:00')
const EFFECT: MarkEffect = {
  channelNo: 1,
  name: '细颗粒物 PM2.5',
  deviceName: '北门空气站',
  unit: 'µg/m³',
  precision: 0,
  n: 56,
  changed: 56,
  hours: [
    {
      endMs: END,
      before: { value: 161, valid: 60, isValid: true },
      after: { value: 44, valid: 12, isValid: false },
    },
  ],
  days: [
    {
      endMs: Date.parse('2026-11-19T00:00:00+08:00'),
      before: { value: 58, valid: 1_376, isValid: true },
      after: { value: 53, valid: 1_320, isValid: true },
      captureBefore: 0.972,
      captureAfter: 0.932,
    },
  ],
}
const many = Array.from(
  { length: 8 },
  (_, i) => ({ ...EFFECT.hours[0], endMs: END + i * 3_600_000 }) as MarkEffect['hours'][number],
)
export const gallery: GalleryEntry = {
  title: '样本标记',
  note: '点击之前就说明影响',
  states: [
    { name: '影响', span: 8, render: () => <EffectLines channels={[EFFECT]} /> },
    { name: '影响，不变', span: 8, render: () => <EffectLines channels={[{ ...EFFECT, hours: [], days: [] }]} /> },
    {
      name: '影响，多个通道、多个小时',
      span: 8,
      render: () => (
        <EffectLines
          channels={[
            { ...EFFECT, hours: many },
            { ...EFFECT, channelNo: 2, name: '可吸入颗粒物 PM10' },
          ]}
        />
      ),
    },
  ],
}
