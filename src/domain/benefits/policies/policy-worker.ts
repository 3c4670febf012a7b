import { answerTasks } from '../../../platform/thread.ts'
import { type SourceBytes, UnreadableSource } from '../../documents/document.ts'
import { extractPolicy, type ReadPolicy } from './extract-policy.ts'
import type { PolicyRule, PolicySection } from './policy-rule.ts'
import { readPolicy } from './read-policy.ts'

/** What the thread is asked: to read a document, or to read the rules anew from its sections. */
export type PolicyTask = { source: SourceBytes; today: string } | { sections: PolicySection[]; title: string | null; today: string }

/** What it answers, once. */
export type PolicyAnswer = { policy: ReadPolicy } | { rules: PolicyRule[] } | { unreadable: string } | { failed: true }

async function answer(task: PolicyTask): Promise<PolicyAnswer> {
  try {
    if ('source' in task) return { policy: await extractPolicy(task.source, task.today) }
    return { rules: readPolicy(task.sections, task) }
  } catch (error) {
    return error instanceof UnreadableSource ? { unreadable: error.message } : { failed: true }
  }
}

answerTasks(answer)
