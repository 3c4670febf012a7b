/** Sections of a library as answers are drawn from them. */
const section = (title: string, sectionHeader: string, content: string) => ({ title, sectionHeader, content })

export const sources = {
  dosing: section(
    'Relivant dosing',
    'How much Relivant to take',
    `Take 80 mg (two 40 mg tablets) every 4 weeks. Do not take more than your doctor prescribed, and do not double, skip or split a dose. If you miss a dose, take it as soon as you can.
Relivant comes as a pen, too: one injection of 80 mg. Call the program at 1-800-222-1222 with questions about the pen.`,
  ),
  storage: section(
    'Relivant storage',
    'Keeping Relivant cold',
    `Keep Relivant in the refrigerator at 36°F to 46°F. It may be out of the refrigerator for up to 7 days in its carton. That is fine for travel.
Do not freeze it. Air bubbles in the syringe are normal; they will not harm you. Half an hour at room temperature is enough before the injection.`,
  ),
  safety: section(
    'Relivant side effects',
    'Signs of a serious allergic reaction',
    `Trouble breathing, hives or swelling of the face can be signs of a serious allergic reaction: call 911 or go to the nearest emergency room.
Call your doctor if you have fever or other signs of an infection. Redness at the injection site is common. Do not use Relivant if you are allergic to it.
It is not known whether Relivant is safe during pregnancy. You do not need to call your doctor about slight redness.
Report side effects at www.fda.gov/medwatch or 1-800-FDA-1088, or write to care@relivant.example.`,
  ),
  together: section(
    'Relivant with other medicines',
    'Methotrexate and vaccines',
    `Relivant can be taken with methotrexate if your doctor prescribes both. Vaccines that are not live may be given. It is safe to take with food.
Tell your doctor about all your medicines. Never stop taking a medicine or change it without talking to your doctor first.`,
  ),
}
export const allSources = Object.values(sources)
