import { calendarDayGmt8, DAY_MS, parseGmt8 } from '@natim/domain/time'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useListState } from '@/lib/list-state.ts'
import { MapPage } from './map-page.tsx'

const DEFAULTS = { day: '' }
const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && parseGmt8(`${day} 00:00:00`) !== undefined

/** /mon/replay 历史回放: the same map on any past day, read-only (domain §10.2). */
export default function ReplayPage() {
  const [state, change] = useListState(DEFAULTS)
  // Fixed when the page is opened: an open page does not move on to the next day.
  const [yesterday] = useState(() => calendarDayGmt8(Date.now() - DAY_MS))
  const day = isDay(state.day) ? state.day : yesterday
  const toMs = (parseGmt8(`${day} 00:00:00`) ?? 0) + DAY_MS
  return (
    <MapPage
      title="历史回放"
      dayEndMs={toMs}
      dayPicker={
        <DatePicker
          aria-label="回放日期"
          allowClear={false}
          value={dayjs(day)}
          maxDate={dayjs(yesterday)}
          onChange={(value) => {
            // The selected moment belongs to the previous day.
            if (value) change({ day: value.format('YYYY-MM-DD'), at: 0 } as { day: string })
          }}
        />
      }
    />
  )
}
