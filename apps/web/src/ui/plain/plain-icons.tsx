/** Strokes on a 24 × 24 grid. */
const PATHS = {
  user: 'M12 12a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm-8.5 9a8.5 8.5 0 0 1 17 0',
  lock: 'M5 10.5h14v10H5Zm3-.2V7a4 4 0 0 1 8 0v3.3M12 14v3',
  shield: 'm12 2.5 8 3v6c0 5-3.4 8.3-8 10-4.6-1.7-8-5-8-10v-6Zm-3.4 9.2 2.4 2.4 4.4-4.6',
  eye: 'M1.5 12S5 5 12 5s10.5 7 10.5 7S19 19 12 19 1.5 12 1.5 12ZM12 15.200a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.400Z',
  eyeOff:
    'M4 4l16 16M10 5.200c8-1.3 12.5 6.8 12.5 6.800s-1 2-3 4M6.3 6.800C3.1 8.7 1.5 12 1.5 12S5 19 12 19c2 0 3.7-.6 5.2-1.4',
  check: 'm4.5 12.5 5 5 10-11',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  more: 'M12 4.3v1.4M12 11.3v1.4M12 18.3v1.4',
  down: 'm5 8.5 7 7 7-7',
  forward: 'm5 5 7 7-7 7m7-14 7 7-7 7',
} as const

export type PlainIconName = keyof typeof PATHS

/** Decorative icon beside a label: hidden from screen readers. */
export function PlainIcon({ name }: { readonly name: PlainIconName }) {
  return (
    <svg viewBox="0 0 24 24" width="1em" height="1em" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
      <path d={PATHS[name]} strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}
