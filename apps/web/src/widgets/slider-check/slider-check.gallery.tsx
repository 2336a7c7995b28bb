import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { SliderCheck } from './slider-check.tsx'

export const gallery: GalleryEntry = {
  title: '滑块验证',
  note: '拖到底或按方向键；提前放开则退回',
  states: [{ name: '未验证', span: 8, render: () => <SliderCheck onSuccess={() => {}} /> }],
}
