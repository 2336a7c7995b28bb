import type { DemoNetwork } from '@natim/demo/network'
import { calendarDayGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { findPeople } from './duty-roster.repository.ts'
import type { History } from './history.ts'
import { insertReviews } from './review-states.repository.ts'

const REVIEWING_POST = 'data_analyst'
const APPROVING_POST = 'duty_leader'

/** 数据审核: the past month of every station, reviewed by one person of the national centre and approved by another. */
export async function loadReviewStates(
  db: Db,
  { network, untilMs }: Pick<History, 'network' | 'untilMs'>,
): Promise<void> {
  const usernames = [REVIEWING_POST, APPROVING_POST].flatMap((post) => holderOf(network, post) ?? [])
  const people = await findPeople(db, usernames)
  const [reviewer, approver] = usernames.map((username) => people.get(username))
  if (reviewer && approver) await insertReviews(db, { reviewer, approver, today: calendarDayGmt8(untilMs) })
}

const holderOf = ({ staff }: DemoNetwork, post: string) =>
  staff.find((person) => person.post === post && person.regionPrefix === '*')?.username
