import type { TranslatedNames } from './languages.ts';
import type { VehicleKind } from './words.ts';

/** The vehicle types of specification 2, section 9, in its order. Every market begins with these rows. */
export const firstVehicleTypes = [
  { name: 'Lorry', name_si: 'ලොරිය', name_ta: 'லொறி', vehicle_kind: 'lorry' },
  { name: 'Van', name_si: 'වෑන් රථය', name_ta: 'வேன்', vehicle_kind: 'van' },
  { name: 'Three-Wheeler', name_si: 'ත්‍රිරෝද රථය', name_ta: 'முச்சக்கரவண்டி', vehicle_kind: 'three-wheeler' },
  { name: 'Motorbike', name_si: 'යතුරුපැදිය', name_ta: 'மோட்டார் சைக்கிள்', vehicle_kind: 'motorbike' },
  { name: 'Car', name_si: 'මෝටර් රථය', name_ta: 'கார்', vehicle_kind: 'car' },
] as const satisfies readonly (TranslatedNames & { vehicle_kind: VehicleKind })[];
