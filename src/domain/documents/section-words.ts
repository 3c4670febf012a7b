import type { SectionType } from './section.ts'

// Written in lower case without accents (`section-rules.ts` folds what it reads). English, then the Spanish,
// Portuguese and Danish of European leaflets. Danish ø and æ are letters of their own and stay.

/** Words of a heading; of several that match, the one that stands first in the heading counts. */
export const headerRules: { type: SectionType; words: RegExp }[] = [
  {
    type: 'patient_support',
    words:
      /co-?pay|insurance|prior authori[sz]ation|enrol+ment|enrol+ (in|now)|nurse (support|navigator|educator|line|ambassador)|savings|patient (assistance|support|services)|(financial|support) (assistance|program)|support (team|services)|appeals?\b|free drug|bridge program|benefits? (verification|investigation)|reimburs|coverage (determination|review)/,
  },
  {
    type: 'storage',
    words:
      /\bstor(e|ing|age)\b|how supplied|\bhandling\b|dispos(e|al|ing)|throw(ing)? away|refrigerat|shelf[ -]life|special precautions for|keep (.{1,40} )?out of (the )?(sight and )?reach|fuera de(l alcance| la vista)|utilgængeligt|expiry date|conservacion|como conservar|opbevar|holdbarhed|eliminacion|naturaleza y contenido del envase|periodo de validez|travel(l)?ing with/,
  },
  {
    type: 'dosing',
    words:
      /\bdos(e|es|ed|age|ages|ing)\b(?! forms?)|posology|how (should|do) (i|you|we) (\w+ )?(take|use|give|inject|receive|get|prepare|be given|check)|how (to|will) (\w+ )?(take|use|give|inject|prepare|be given|receive)|how .{1,60} (is|are|should be) (given|taken|used|injected|administered)|will (i|you) (receive|be given|get)|instructions for use|directions|^inject(ing|able)\b|\b(self-?)?inject(ing)? (your|the)|(choose|select|clean|pick) .{0,40}injection site|missed (a )?dose|miss a dose|forget to (take|use|inject)|prepar(e|ing|ation)|reconstitut|dilut(e|ion|ing)|administ(er|ration|ering)|titration|infusion rate|rate of infusion|use of the (pen|syringe)|(step|steps) \d|how long (to|should|will)|stop (taking|using)|duration of (treatment|use)|before you (start )?inject|switching|using your|como (tomar|usar|utilizar)|posologia|olvido tomar|interrumpe|\bdosis\b|caso se tenha esquecido|parar de (tomar|utilizar)|sadan skal du (tage|bruge)|glemt at tage|holder op med at tage|dosering/,
  },
  {
    type: 'side_effects',
    words:
      /side[ -]effects?|undesirable effects|adverse|warnings?\b|precaution|contra-?indicat|interaction|overdos(e|age)|(take|use|inject)\w* (more|too much)|boxed|hypersensitivity|infusion[ -]related reactions|injection site reactions|do not (take|use|give|receive|inject)|(who|should) .{0,30}(should )?not (take|use|receive|be given)|should not (take|use|receive)|what you need to know before|before (taking|receiving|using (?!the|your|a )|you (take|use|receive|are given|start (taking|using|receiving)))|most important (safety )?information|important safety information|(what|should i) .{0,20}(tell|avoid)|allerg|risk of\b|risks\b|other medicines|other drugs|monitoring for|safety (profile|information)|postmarketing|immunogenicity|stop use|ask a doctor|efectos adversos|reacciones|advertencias|no tome|no use|contraindica|que necesita saber|otros medicamentos|toma de .* con|sobredosis|toma mas|efeitos (indesejaveis|secundarios)|adverte?ncias|nao tome|o que precisa de saber|outros medicamentos|tomar mais|bivirkning|advarsler|forsigtighed|tag ikke|brug ikke|det skal du vide|brug af (andre|anden)|taget for m/,
  },
  {
    type: 'faq',
    words:
      /^(\d+\. )?(name of the medicinal product|date of (revision|first)|nature and contents)|summary of product|^(package leaflet|prospecto|folheto informativo|indlægsseddel) ?:|patient information leaflet|^(\d+ )?description$|preclinical|nonclinical|risk summary|risk management|pharmacovigilance|pregnan|breast-?feed|lactation|fertility|reproductive potential|^(\d+\.? ?)?what .{1,80}(is|are)( and|$)|^what (is|are) (?!.*(most important|in this|side effects))|what are the ingredients|used? for|indicat(ion|ed)|ingredients|contains|contents of the pack|looks like|marketing authori|manufactur|driving|mechanism|pharmaco|clinical (studies|efficacy)(?! experience)|general information|dosage forms?|pharmaceutical form|qualitative|excipients|que es\b|para que se|embarazo|lactancia|conduccion|composicion|\bcontiene\b|\bcontem\b|aspecto del|contenido del envase|titular|o que e\b|gravidez|amamentacao|conducao|composicao|graviditet|amning|trafik|propiedades farmac|farmaco|preclinic|datos clinicos|virkning og anvendelse|indeholder|pakningsstørrelse|yderligere oplysninger|use in specific|use in (the elderly|children)/,
  },
]

/** Words of a text with their weights; one word counts three times at most. */
export const textRules: { type: SectionType; weights: [number, RegExp][] }[] = [
  {
    type: 'patient_support',
    weights: [
      [
        5,
        /co-?pay\w*|prior authori[sz]ation|savings (card|program)|patient assistance|(patient )?support program|nurse (navigator|educator|ambassador)/g,
      ],
      [3, /insurance|insurer|health plan|out-of-pocket|medicare|medicaid|appeal|reimbursement|financial/g],
      [1, /enrol(l|lment|ment)?\b|eligib(le|ility)|coverage|covered|benefits?\b|cost|afford|pharmacy/g],
    ],
  },
  {
    type: 'storage',
    weights: [
      [4, /\bstore[ds]?\b|storage|refrigerat(e|ed|or|ion)|sharps|shelf life|conservar|conserve|opbevar\w*/g],
      [
        2,
        /room temperature|do not freeze|protect from light|original (carton|package)|expir(y|ation) date|discard|dispose|\bcarton\b|\bndc\b|supplied/g,
      ],
    ],
  },
  {
    type: 'dosing',
    weights: [
      [
        3,
        /recommended (starting |initial )?(dose|dosage)|missed dose|miss a dose|dosis recomendada|dose recomendada|anbefalede dosis|once (a day|daily|weekly)|injection site|rotate/g,
      ],
      [
        2,
        /\bdos(e|es|age)\b|\binject(ed|ing)?\b|infusion over|\bsyringe\b|\bneedle\b|autoinjector|prefilled|\bpen\b|every \d+ (weeks?|hours?|days?)|\bdosis\b|\btabletas?\b al dia/g,
      ],
      [1, /\bmg\b|tablets?\b|take|administer(ed)?|weekly|daily|swallow|thigh|abdomen/g],
    ],
  },
  {
    type: 'side_effects',
    weights: [
      [
        3,
        /side effects?|adverse (reactions?|events?|effects?)|allergic reaction|efectos adversos|efeitos (secundarios|indesejaveis)|bivirkning\w*|overdose|anaphyla\w+/g,
      ],
      [2, /warning|serious|toxicity|contraindicated|discontinue|interact\w*|hypersensitivity/g],
      [
        1,
        /risk|nausea|vomiting|rash|swelling|dizz\w+|fatigue|headache|infections?\b|bleeding|fever|pain|diarrh\w+|call your (doctor|healthcare provider)|tell your doctor|severe/g,
      ],
    ],
  },
]
