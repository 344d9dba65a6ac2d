import { type GoogleRule, googleSource } from './rule.ts';

const READ = '2026-01-13';

export const eventAndJobRules: readonly GoogleRule[] = [
  {
    id: 'event',
    types: ['Event'],
    except: ['CourseInstance', 'PublicationEvent', 'UserInteraction'],
    where: 'outermost',
    required: ['name', 'startDate', 'location'],
    recommended: [
      'description',
      'endDate',
      'eventStatus',
      'image',
      'offers',
      'organizer',
      'performer',
      { demand: 'previousStartDate', property: 'eventStatus', is: 'EventRescheduled' },
    ],
    inside: {
      location: { Place: { required: ['address'], recommended: ['name'] } },
      organizer: { '*': { recommended: ['name', 'url'] } },
      performer: { '*': { recommended: ['name'] } },
      offers: {
        Offer: { recommended: ['price', 'priceCurrency', 'availability', 'url', 'validFrom'], forms: { price: 'number' } },
      },
    },
    source: googleSource(
      'event',
      READ,
      'Required properties, description, endDate and eventStatus compared with one validator. The other recommended properties are from our own knowledge of the page and were not confirmed.',
    ),
  },
  {
    id: 'job-posting',
    types: ['JobPosting'],
    where: 'outermost',
    required: [
      'title',
      'description',
      'datePosted',
      'hiringOrganization',
      { demand: 'jobLocation', property: 'jobLocationType', isNot: 'TELECOMMUTE' },
      { demand: ['applicantLocationRequirements', 'jobLocation'], property: 'jobLocationType', is: 'TELECOMMUTE' },
    ],
    recommended: ['baseSalary', 'employmentType', 'identifier', 'validThrough', 'directApply'],
    choices: {
      employmentType: ['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY', 'INTERN', 'VOLUNTEER', 'PER_DIEM', 'OTHER'],
      jobLocationType: ['TELECOMMUTE'],
    },
    inside: {
      hiringOrganization: { '*': { required: ['name'] } },
      jobLocation: {
        Place: { required: ['address'], inside: { address: { PostalAddress: { required: ['addressCountry'] } } } },
      },
      baseSalary: { MonetaryAmount: { required: ['currency', 'value'] } },
    },
    source: googleSource(
      'job-posting',
      READ,
      'Compared with both validators. The shape of baseSalary is from our own knowledge of the page and was not confirmed.',
    ),
  },
];
